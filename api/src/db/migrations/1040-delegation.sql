-- A company lets an accounting firm in. Its terms never change: other terms are another delegation. Ended rows stay as history.
create table delegation (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  firm_inn text not null,
  firm_title text not null,
  -- Null until the firm accepts, unless it was invited by the telephone of its head.
  firm_id bigint references company,
  role text not null check (role in ('specialist', 'manager')),
  -- The first moment at which it counts no more; null: no term.
  until timestamptz,
  -- The largest sum that one transfer or order of the firm's people may have; null: no such sum.
  max_sum_kopecks bigint check (max_sum_kopecks >= 0),
  granted_by bigint not null references app_user,
  granted_at timestamptz not null,
  accepted_by bigint references app_user,
  accepted_at timestamptz,
  ended_by bigint references app_user,
  ended_at timestamptz
);
create unique index delegation_open on delegation (company_id, firm_inn) where ended_at is null;
create index delegation_company on delegation (company_id);
create index delegation_firm on delegation (firm_id);
create index delegation_firm_inn on delegation (firm_inn) where ended_at is null;
create index delegation_granted_by on delegation (granted_by);
create index delegation_accepted_by on delegation (accepted_by);
create index delegation_ended_by on delegation (ended_by);
select company_wall('delegation');
grant select on delegation to magistral_app;
grant select, insert, update on delegation to magistral_system;

-- Both sides read it as the system, because it belongs to two companies.
alter table membership add column delegation_id bigint;
create index membership_delegation_id on membership (delegation_id) where delegation_id is not null;

-- A person who has left the firm does not act for those who trusted it.
create function end_delegated() returns trigger
language plpgsql as $$
begin
  update membership set ended_at = coalesce(new.ended_at, clock_timestamp())
  where user_id = new.user_id and via = 'delegation' and ended_at is null
    and delegation_id in (select id from delegation where firm_id = new.company_id);
  return null;
end
$$;
create trigger end_delegated after update of role, ended_at on membership
  for each row when (new.via = 'employee' and (new.ended_at is not null or new.role = 'none'))
  execute function end_delegated();

-- Neither letters nor notices reach a person whose term is over.
create or replace view company_person with (security_invoker = true) as
select person.id, membership.company_id, membership.role, membership.via, membership.until, person.firstname, person.lastname,
  person.phone, person.email, person.email_confirmed_at, person.factor_since, person.erased_at
from membership join app_user person on person.id = membership.user_id
where membership.ended_at is null and (membership.until is null or membership.until > now());

-- An employee's membership belongs to no delegation, even where the person has come by one.
create or replace function follow_home() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.company_id is distinct from new.company_id then
    update membership set ended_at = clock_timestamp()
    where user_id = new.id and company_id = old.company_id and via = 'employee' and ended_at is null;
  end if;
  if new.company_id is not null then
    insert into membership as own (user_id, company_id, role, since)
    values (new.id, new.company_id, new.role, clock_timestamp())
    on conflict (user_id, company_id) where ended_at is null
    do update set role = excluded.role, via = 'employee', until = null, delegation_id = null
      where own.role <> excluded.role or own.via <> 'employee';
  end if;
  return null;
end
$$;
