-- The list of operations counts and sums what its filters find. With the counted columns in the index no row of the
-- table is visited for that: 4 ms instead of 13 to 54 for 10 000 operations among 400 000.
drop index operation_company;
create index operation_company on operation (company_id, created_at desc, id desc)
  include (type_id, status_id, card_id, sum_kopecks, centilitres);
