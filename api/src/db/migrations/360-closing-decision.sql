-- Who has closed which month, what stood against it at that moment, and why it was closed all the same.
create table closing_decision (
  id bigint generated always as identity primary key,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  decided_by bigint not null references app_user,
  decided_at timestamptz not null,
  -- [{"kind": "payment", "count": 2}]
  open jsonb not null,
  despite text[] not null,
  reason text,
  check (despite = '{}' or reason is not null)
);
create index closing_decision_month on closing_decision (month, id);
select only_grows('closing_decision');
grant select, insert on closing_decision to magistral_system;
