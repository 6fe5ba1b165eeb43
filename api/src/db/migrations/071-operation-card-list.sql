-- Of one card the operations are counted, summed and paged in the index alone. A card fuels a few times a day at most,
-- so its whole history is short.
drop index operation_card;
create index operation_card on operation (card_id, created_at desc, id desc)
  include (company_id, type_id, status_id, sum_kopecks, centilitres);
