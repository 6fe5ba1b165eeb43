-- outside a transaction
-- A station by the very words of a sale, as `writeSaleAddress` composes them: a question of a network finds it without reading the whole list.
create index concurrently station_sale_address on station
  ((name || case when region = city then '' else ', ' || region end || ', ' || city || ', ' || street || ', ' || house));
