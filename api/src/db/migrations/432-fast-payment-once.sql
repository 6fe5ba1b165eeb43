-- outside a transaction
-- An order is paid by one payment.
create unique index concurrently bank_payment_of_fast_order on bank_payment (fast_order_id) where fast_order_id is not null;
