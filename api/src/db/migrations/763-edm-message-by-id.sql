-- outside a transaction
-- The operator's news come by message id.
create index concurrently if not exists edm_message_by_id on edm_message (message_id) where message_id is not null;
