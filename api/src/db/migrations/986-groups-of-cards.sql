-- A group holds trucks and cards (decision 185). A card belongs to the group that it was put into, else to that of its truck.
alter table vehicle_group add column cost_centre text not null default '' check (length(cost_centre) <= 40);

-- What a purchase or a refund is charged to: the group of its card and the group's cost centre, as they were when it was
-- booked. A refund belongs to the group and to the period of its purchase: `counted_at` is the purchase's moment.
create table operation_allocation (
  company_id bigint not null,
  operation_id bigint not null,
  -- A group that is removed later stays named here by its number.
  group_id bigint not null,
  cost_centre text not null,
  counted_at timestamptz not null,
  primary key (company_id, operation_id)
);
create index operation_allocation_group on operation_allocation (company_id, group_id, counted_at);
select company_wall('operation_allocation');
create policy companies_of_the_batch on operation_allocation to magistral_posting using (
  company_id in (select unnest(nullif(current_setting('app.companies', true), '')::bigint[]))
);
grant select, insert on operation_allocation to magistral_app, magistral_posting, magistral_system;

create function allocate_operations() returns trigger
language plpgsql as $$
begin
  -- Transfers and blocks, which are most of what is written at once.
  if not exists (select from touched where type_id in (10, 11)) then
    return null;
  end if;
  insert into operation_allocation (company_id, operation_id, group_id, cost_centre, counted_at)
  select touched.company_id, touched.id, "group".id, "group".cost_centre, touched.created_at
  from touched
    join card on card.id = touched.card_id and card.company_id = touched.company_id
    left join card_on_vehicle riding on riding.company_id = touched.company_id and riding.card_id = touched.card_id
      and riding.until is null
    left join vehicle on vehicle.id = riding.vehicle_id and vehicle.company_id = touched.company_id
    join vehicle_group "group" on "group".company_id = touched.company_id
      and "group".id = coalesce(card.group_id, vehicle.group_id)
  where touched.type_id = 11;
  -- The refunds second: one may come together with its purchase.
  if not exists (select from touched where type_id = 10) then
    return null;
  end if;
  insert into operation_allocation (company_id, operation_id, group_id, cost_centre, counted_at)
  select touched.company_id, touched.id, charged.group_id, charged.cost_centre, charged.counted_at
  from touched
    cross join lateral (
      select purchase.id from operation purchase
      where purchase.company_id = touched.company_id and purchase.card_id = touched.card_id and purchase.type_id = 11
        and coalesce(purchase.external_id = touched.refund_of, true) and purchase.goods_id = touched.goods_id
        and purchase.sum_kopecks >= touched.sum_kopecks and purchase.created_at <= touched.created_at
      order by purchase.created_at desc, purchase.id desc limit 1
    ) bought
    join operation_allocation charged on charged.company_id = touched.company_id and charged.operation_id = bought.id
  where touched.type_id = 10;
  return null;
end
$$;
create trigger allocate_operations after insert on operation
  referencing new table as touched for each statement execute function allocate_operations();
