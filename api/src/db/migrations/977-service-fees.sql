-- The fees of a tariff besides those of a purchase (decision 164). Null: the tariff does not name it, a wider one counts.
alter table tariff
  add column delivery_kopecks bigint,
  add column client_month_kopecks bigint,
  add column card_month_kopecks bigint,
  add column minimum_kopecks bigint;
alter table tariff drop constraint tariff_check1, add constraint tariff_changes_something check (
  rate > 0 or fee_rate > 0
  or coalesce(delivery_kopecks, client_month_kopecks, card_month_kopecks, minimum_kopecks) is not null
) not valid;

-- The price of the delivery as the client saw it when he ordered.
alter table card_request add column delivery_kopecks bigint not null default 0;
