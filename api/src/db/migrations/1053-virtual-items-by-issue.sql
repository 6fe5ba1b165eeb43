-- outside a transaction
-- The virtual cards that orders have brought lately, which are set up by themselves.
create index concurrently card_request_item_virtual on card_request_item (issued_at) where is_virtual;
