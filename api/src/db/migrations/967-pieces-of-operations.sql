-- Goods that are counted in pieces (a washing, a toll road): hundredths of them, as litres are. Such an operation has no
-- litres, so that no sum of litres counts it. `contract/src/fuel/goods-unit.ts` has the same pattern.
alter table operation add column centipieces bigint;
alter table operation add constraint operation_one_unit check (centilitres is null or centipieces is null) not valid;
set local role magistral_system;
update operation set centipieces = centilitres, centilitres = null
where id in (
  select id from operation
  where centilitres is not null and upper(goods_title) ~ 'МОЙК|МОЕЧН|ШИНОМОНТАЖ|ПАРКОВ|МАГАЗИН|ДОРОГ'
  order by id desc limit 10000
);
reset role;
