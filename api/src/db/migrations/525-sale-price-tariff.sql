-- outside a transaction
-- How many sales a tariff has been booked for.
create index concurrently sale_price_tariff on sale_price (tariff_id);
