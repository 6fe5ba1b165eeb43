-- outside a transaction
-- The mean price of diesel in a region, for rules about prices.
create index concurrently station_region on station (region) include (price_dt_kopecks);
