-- Deeds that need two people of the programme's staff: what the first has proposed, word for word, and what became of it.
create table approval (
  id bigint generated always as identity primary key,
  -- The call's name in the contract.
  deed text not null,
  said jsonb not null,
  -- The same proposal twice is one.
  said_hash bytea not null,
  title text not null,
  details jsonb not null,
  company_id bigint references company,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'declined', 'withdrawn', 'expired')),
  proposed_by bigint not null references app_user,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  request_key text,
  decided_by bigint references app_user,
  decided_at timestamptz,
  reason text,
  check ((state in ('waiting', 'expired')) = (decided_at is null))
);
create unique index approval_waiting on approval (deed, said_hash) where state = 'waiting';
create unique index approval_request on approval (proposed_by, request_key) where request_key is not null;
grant select, insert, update on approval to magistral_system;

-- From which credit on two people are needed; without a row as configured.
create table approval_limit (
  only_one boolean primary key default true check (only_one),
  credit_above_kopecks bigint not null check (credit_above_kopecks >= 0)
);
grant select, insert, update on approval_limit to magistral_system;

-- Who gave whom a role among the staff, and when; null: taken out.
create table staff_role_change (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  role text,
  given_by bigint not null references app_user,
  given_at timestamptz not null
);
create index staff_role_change_user on staff_role_change (user_id, id desc);
select only_grows('staff_role_change');
grant select, insert on staff_role_change to magistral_system;
