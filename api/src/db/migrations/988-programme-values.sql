-- Name, requisites, accounts, VAT and terms of the programme. Each value counts from its first day until a later one of the
-- same part begins; of two for the same day the later entered counts. Rows are only ever added.
create table programme_value (
  id bigint generated always as identity primary key,
  part text not null check (part in ('name', 'requisites', 'accounts', 'vat', 'invoices', 'objections')),
  -- Null: counts from the beginning.
  first_day date,
  value jsonb not null,
  note text not null,
  -- Null: the operator's file had it at the first start.
  entered_by bigint references app_user,
  entered_at timestamptz not null
);
create index programme_value_entered_by on programme_value (entered_by);
select only_grows('programme_value');
grant select, insert on programme_value to magistral_system;
