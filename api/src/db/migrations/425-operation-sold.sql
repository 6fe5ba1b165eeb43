-- outside a transaction
-- The report of spending reads what was sold within a period, by network, card and goods: all of it lies in this index.
create index concurrently operation_sold on operation (company_id, created_at)
  include (card_id, partner_id, goods_title, type_id, status_id, sum_kopecks, centilitres)
  where status_id = 1 and type_id in (10, 11);
