-- Cards that need no delivery.
alter table card_request_item add column is_virtual boolean not null default false;
