-- outside a transaction
-- As 1009.
drop index concurrently if exists webhook_delivery_created;
