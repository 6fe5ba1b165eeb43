-- The sum of every kind of movement of a `programme` account up to the seal's last transfer, such as {"discount": -100}:
-- the programme's result by its causes, without reading the past. Null: of another account, or sealed before this column.
alter table account_day add column by_kind jsonb;
-- Days of programme accounts that were sealed before get it from the next night.
grant update (by_kind) on account_day to magistral_system;
