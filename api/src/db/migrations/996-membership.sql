-- Who acts for which company. Ended rows stay as history.
create table membership (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  company_id bigint not null references company,
  role text not null check (role in ('none', 'specialist', 'manager', 'admin')),
  via text not null default 'employee' check (via in ('employee', 'delegation')),
  granted_by bigint references app_user,
  since timestamptz not null,
  -- The first moment at which it counts no more; null: no term.
  until timestamptz,
  ended_at timestamptz
);
create unique index membership_open on membership (user_id, company_id) where ended_at is null;
create index membership_company on membership (company_id);
create index membership_granted_by on membership (granted_by);
select company_wall('membership');
grant select on membership to magistral_app;
grant select, insert, update on membership to magistral_system;

-- A company sees the people who act or acted for it: their names stand in its lists and in its audit log.
create policy people_of_the_company on app_user for select to magistral_app using (
  id in (select user_id from membership));

-- `app_user.company_id` and `role` stay those of the person's home company until a later version, and its membership follows
-- them, whichever version writes them.
create function follow_home() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.company_id is distinct from new.company_id then
    update membership set ended_at = clock_timestamp()
    where user_id = new.id and company_id = old.company_id and via = 'employee' and ended_at is null;
  end if;
  if new.company_id is not null then
    insert into membership as own (user_id, company_id, role, since)
    values (new.id, new.company_id, new.role, clock_timestamp())
    on conflict (user_id, company_id) where ended_at is null do update set role = excluded.role, via = 'employee', until = null
      where own.role <> excluded.role or own.via <> 'employee';
  end if;
  return null;
end
$$;
create trigger follow_home_insert after insert on app_user for each row execute function follow_home();
create trigger follow_home_update after update of company_id, role on app_user for each row execute function follow_home();

-- A session acts for the home company unless it has entered another one.
alter table session add column company_id bigint;

-- The other streams of a session that enters another company end: their screens ask whose they are.
create trigger announce_company after update of company_id on session
  for each row when (new.company_id is distinct from old.company_id) execute function announce_end();

-- People of a company with their roles there. Terms are compared with the clock where the right is used.
create view company_person with (security_invoker = true) as
select person.id, membership.company_id, membership.role, membership.via, membership.until, person.firstname, person.lastname,
  person.phone, person.email, person.email_confirmed_at, person.factor_since, person.erased_at
from membership join app_user person on person.id = membership.user_id
where membership.ended_at is null;
grant select on company_person to magistral_app, magistral_system;

create function announce_membership() returns trigger
language plpgsql as $$
begin
  perform pg_notify('changed', 'user ' || new.user_id);
  perform pg_notify('changed', 'colleagues ' || new.company_id);
  return null;
end
$$;
create trigger announce_insert after insert on membership for each row execute function announce_membership();
create trigger announce_update after update of role, ended_at, until on membership
  for each row execute function announce_membership();

-- A movement by a key asks in its own transaction whether the maker of the key is an admin still, of its company or, for the
-- key of a sandbox, of its parent.
create policy companies_of_the_batch on membership for select to magistral_posting using (
  company_id = any ((select nullif(current_setting('app.companies', true), ''))::bigint[])
  or user_id in (select made_by from api_key));
grant select (user_id, company_id, role, ended_at) on membership to magistral_posting;
