-- outside a transaction
-- What the refunds of a purchase have taken back.
create index concurrently sale_price_purchase on sale_price (purchase_id) where purchase_id is not null;
