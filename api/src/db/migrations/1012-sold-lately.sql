-- outside a transaction
-- The pulse of stations reads the last day of all companies. Operations are written in the order of time, so a small index of blocks finds them.
create index concurrently operation_created on operation using brin (created_at) with (pages_per_range = 32);
