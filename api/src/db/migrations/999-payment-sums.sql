-- outside a transaction
-- A search for a number also finds payments of that sum.
create index concurrently bank_payment_sum on bank_payment (sum_kopecks);
