-- Whose request was rejected last: asked with each profile of somebody who belongs to no company.
create index card_request_author on card_request (author_id, id desc);
