-- outside a transaction
-- A payment by СБП is one document of a file at most.
create unique index concurrently bank_payment_same_once on bank_payment (same_as_id) where same_as_id is not null;
