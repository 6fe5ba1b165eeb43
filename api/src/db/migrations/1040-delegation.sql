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

-- Whoever is no employee of the firm any more does not act for those who trusted the firm.
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
