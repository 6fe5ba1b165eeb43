-- Two roles stand between the program and its tables. The program's own login owns the tables, and every
-- connection leaves that power at the door: it works as magistral_system (staff, jobs, sign-in: all companies)
-- or, inside a company's transaction, as magistral_app, which sees the rows of one company only.
do $$
begin
  if not exists (select from pg_roles where rolname = 'magistral_app') then
    create role magistral_app nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'magistral_system') then
    create role magistral_system nologin;
  end if;
  execute format('grant magistral_app, magistral_system to %I', current_user);
end
$$;

grant usage on schema public to magistral_app, magistral_system;

-- Raises the second wall round a company's table: forced row-level security, one policy for each role.
create function company_wall(walled regclass, company_column text default 'company_id') returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', walled);
  execute format('alter table %s force row level security', walled);
  execute format(
    'create policy own_company on %s to magistral_app using (%I = (select nullif(current_setting(''app.company'', true), '''')::bigint))',
    walled, company_column);
  execute format('create policy every_company on %s to magistral_system using (true)', walled);
end
$$;

-- For tables that only ever grow: nobody, the owner included, may change or empty them.
create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'table % only grows: % is refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end
$$;

create function only_grows(grown regclass) returns void
language plpgsql as $$
begin
  execute format(
    'create trigger only_grows before update or delete on %s for each row execute function refuse_change()', grown);
  execute format(
    'create trigger never_emptied before truncate on %s for each statement execute function refuse_change()', grown);
end
$$;
