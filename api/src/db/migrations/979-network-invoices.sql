-- A network as the supplier of fuel. Payments to its INN are payments for its invoices; null: not entered.
alter table partner add column inn text;
alter table partner add column payment_days int;

-- An invoice of a network for a period, with the report that it came with.
create table network_invoice (
  id bigint generated always as identity primary key,
  partner_id int not null references partner,
  number text not null,
  dated_on date not null,
  year int not null generated always as (extract(year from dated_on)::int) stored,
  day_from date not null,
  day_to date not null,
  sum_kopecks bigint not null check (sum_kopecks > 0),
  vat_kopecks bigint not null check (vat_kopecks >= 0),
  file_name text not null,
  file_sha256 text not null,
  line_count int not null,
  -- By the report's own sums, refunds taken off.
  lines_kopecks bigint not null,
  -- False while its lines are being compared; then `compared` counts them.
  is_compared boolean not null default false,
  compared int not null default 0,
  -- Of the last comparison and the decisions since.
  theirs_kopecks bigint not null default 0,
  ours_kopecks bigint not null default 0,
  undecided int not null default 0,
  disputed int not null default 0,
  loaded_at timestamptz not null,
  loaded_by bigint references app_user,
  accepted_at timestamptz,
  accepted_by bigint references app_user,
  check (day_from <= day_to)
);
-- Networks begin their numbers again each year.
create unique index network_invoice_number on network_invoice (partner_id, year, lower(number));
grant select, insert, update, delete on network_invoice to magistral_system;

-- A line of the report beside our sale: either may be missing. Differences are decided by a person.
create table network_invoice_line (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references network_invoice on delete cascade,
  -- Of the file, from 1. Null: the report does not have it.
  row_number int,
  card_number text not null,
  -- As the report has it, `2026-11-28T10:15:00` or the day alone: it does not name a zone.
  clock text,
  is_refund boolean not null default false,
  station text not null default '',
  goods_title text not null default '',
  -- Hundredths of a litre or a piece.
  quantity bigint,
  unit_price_kopecks bigint,
  -- What is billed, and the same before the network's discount, which is compared with our sale.
  sum_kopecks bigint,
  station_kopecks bigint,
  operation_id bigint,
  -- Sum of that operation, negative for a refund.
  our_kopecks bigint,
  -- Null: not compared yet.
  outcome text check (outcome in ('different', 'theirs', 'ours', 'equal')),
  differences text[] not null default '{}',
  decision text check (decision in ('accepted', 'disputed', 'requested')),
  note text,
  decided_at timestamptz,
  decided_by bigint references app_user,
  unique (invoice_id, operation_id),
  check ((row_number is null) = (sum_kopecks is null))
);
create index network_invoice_line_row on network_invoice_line (invoice_id, row_number);
create index network_invoice_line_card on network_invoice_line (invoice_id, card_number);
create index network_invoice_line_operation on network_invoice_line (operation_id);
grant select, insert, update, delete on network_invoice_line to magistral_system;
