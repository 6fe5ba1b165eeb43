-- outside a transaction
-- Payments of one day and sum are read once each while a statement is booked (decision 108).
create index concurrently bank_payment_day_and_sum on bank_payment (dated_on, sum_kopecks, id);
