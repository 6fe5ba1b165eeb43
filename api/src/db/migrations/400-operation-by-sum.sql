-- outside a transaction
-- The search finds an operation by its sum. A block has none.
create index concurrently operation_sum on operation (company_id, sum_kopecks, created_at desc, id desc)
  where sum_kopecks > 0;
