-- How many operations a company had on a Moscow day, of each type and status, and what they come to: exact totals of the
-- list and a jump to any of its pages without reading what stands before it (docs/decisions/0014).
create table operation_day (
  company_id bigint not null,
  day date not null,
  type_id int not null,
  status_id int not null,
  operations bigint not null,
  sum_kopecks bigint not null,
  centilitres bigint not null,
  -- Read by the thousand: the sums lie in the index, so that no row of the table is visited.
  primary key (company_id, day, type_id, status_id) include (operations, sum_kopecks, centilitres)
);
select company_wall('operation_day');
grant select on operation_day to magistral_app;
grant select, insert, update on operation_day to magistral_system;

-- What has been written since the days were last counted up. Rows are only added here, so that transactions that write
-- operations never wait for one another; a job adds them to the days.
create table operation_day_change (like operation_day);
create index operation_day_change_company on operation_day_change (company_id, day);
select company_wall('operation_day_change');
select batch_wall('operation_day_change');
grant select, insert on operation_day_change to magistral_app;
grant insert on operation_day_change to magistral_posting;
grant select, insert, delete on operation_day_change to magistral_system;

-- The days as they are at this moment: what was counted up and what was not. Ask it for sums.
create view operation_day_now with (security_invoker = true) as
  select company_id, day, type_id, status_id, operations, sum_kopecks, centilitres from operation_day
  union all
  select company_id, day, type_id, status_id, operations, sum_kopecks, centilitres from operation_day_change;
grant select on operation_day_now to magistral_app, magistral_system;

-- In the transaction that writes, whoever writes and by whatever statement.
create function count_operation_days() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into operation_day_change
    select company_id, (created_at at time zone 'Europe/Moscow')::date, type_id, status_id, count(*), sum(sum_kopecks),
      coalesce(sum(centilitres), 0)
    from added group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into operation_day_change
    select company_id, (created_at at time zone 'Europe/Moscow')::date, type_id, status_id, -count(*), -sum(sum_kopecks),
      -coalesce(sum(centilitres), 0)
    from removed group by 1, 2, 3, 4;
  else
    insert into operation_day_change
    select company_id, (created_at at time zone 'Europe/Moscow')::date, type_id, status_id, sum(sign), sum(sign * sum_kopecks),
      coalesce(sum(sign * centilitres), 0)
    from (select 1 as sign, added.* from added union all select -1, removed.* from removed) changed
    group by 1, 2, 3, 4
    having sum(sign) <> 0 or sum(sign * sum_kopecks) <> 0 or coalesce(sum(sign * centilitres), 0) <> 0;
  end if;
  return null;
end
$$;

create trigger count_added after insert on operation
  referencing new table as added for each statement execute function count_operation_days();
create trigger count_changed after update on operation
  referencing new table as added old table as removed for each statement execute function count_operation_days();
create trigger count_removed after delete on operation
  referencing old table as removed for each statement execute function count_operation_days();

-- Behind the wall the owner sees nobody's operations.
set local role magistral_system;
insert into operation_day
select company_id, (created_at at time zone 'Europe/Moscow')::date, type_id, status_id, count(*), sum(sum_kopecks),
  coalesce(sum(centilitres), 0)
from operation group by 1, 2, 3, 4;
reset role;
