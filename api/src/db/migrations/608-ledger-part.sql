-- The parts after the first one. A part begins with a month; its numbers say which (ten thousand million to a month since
-- 2000). It holds what is numbered while it is in use, until the next part is.
create table ledger_part (
  month date primary key check (extract(day from month) = 1),
  first_id bigint not null unique,
  made_at timestamptz not null,
  -- Nothing was numbered in it before; null: it was made ahead.
  begins_at timestamptz,
  -- Everything is numbered in it, or in a later one, since.
  turned_at timestamptz,
  -- When the planner's figures were taken with this part in use.
  analyzed_at timestamptz
);
grant select on ledger_part to magistral_app, magistral_system, magistral_posting;
grant update (begins_at, analyzed_at) on ledger_part to magistral_system;

create function first_id_of_month(month date) returns bigint
language sql immutable as $$
  select (extract(year from month)::bigint * 12 + extract(month from month)::bigint - 2000 * 12 - 1) * 10000000000
$$;

-- These do what only the owner of the tables may. Nobody who posts is locked out: a table is made apart and then attached,
-- which lets others read and write. The empty part for strays is locked for a moment, which waits for whoever reads it along
-- with the others: the caller sets a short lock_timeout and comes again.
create function make_ledger_part(of_month date, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first_id constant bigint := first_id_of_month(of_month);
  end_id constant bigint := first_id_of_month((of_month + interval '1 month')::date);
  parted record;
  part text;
begin
  if first_id <= (select last_value from ledger_transfer_id_seq)
    or of_month <= (select max(month) from ledger_part) then
    raise exception 'the part of % would begin before numbers that are given already', of_month;
  end if;
  insert into ledger_part (month, first_id, made_at) values (of_month, first_id, at);
  for parted in select * from (values ('ledger_entry', 'transfer_id'), ('ledger_transfer', 'id')) as known (name, key) loop
    part := format('%s_%s', parted.name, to_char(of_month, 'YYYY_MM'));
    execute format('create table %I (like %I including all)', part, parted.name);
    execute format('alter table %I enable row level security, force row level security', part);
    execute format(
      'create trigger never_emptied before truncate on %I for each statement execute function refuse_change()', part);
    execute format(
      'alter table %I add constraint %I check (%I >= %s and %I < %s)', part, part || '_numbers', parted.key, first_id,
      parted.key, end_id);
    execute format(
      'alter table %I attach partition %I for values from (%s) to (%s)', parted.name, part, first_id, end_id);
  end loop;
end
$$;

-- Numbers only grow, so the entries of an account stay in the order of its transfers; whoever has drawn a number already
-- writes it into the part before. Safe to run again: a sequence keeps what a transaction that failed has made of it.
create function turn_ledger_part(of_month date, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  begins bigint;
begin
  update ledger_part set turned_at = at
  where month = of_month and begins_at <= at and turned_at is null returning first_id into begins;
  if begins is null then
    raise exception 'the part of % does not wait for its turn', of_month;
  end if;
  if begins > (select last_value from ledger_transfer_id_seq) then
    perform setval('ledger_transfer_id_seq', begins, false);
  end if;
end
$$;

create function analyze_ledger() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze ledger_transfer;
  analyze ledger_entry;
end
$$;

revoke all on function make_ledger_part, turn_ledger_part, analyze_ledger from public;
grant execute on function make_ledger_part, turn_ledger_part, analyze_ledger to magistral_system;
