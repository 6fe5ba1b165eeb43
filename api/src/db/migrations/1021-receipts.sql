-- Receipts by 54-ФЗ for payments by СБП: of the advance when its money is credited, and of its offset with the documents of
-- a month (decision 212).
create table receipt (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  kind text not null check (kind in ('advance', 'offset')),
  -- Of an advance: the payment.
  payment_id bigint references bank_payment,
  -- Of an offset: the month whose fuel it ships, YYYY-MM.
  month text check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  -- Moscow: of the payment, or the last one of the month.
  dated_on date not null,
  sum_kopecks bigint not null check (sum_kopecks > 0),
  vat_percent int check (vat_percent > 0),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'done', 'failed')),
  -- A part of the name under which the till knows it: a person may send it again after the till has refused it.
  attempt int not null default 1 check (attempt > 0),
  till_id text,
  link text,
  fiscal jsonb,
  -- Why it failed, for a person.
  reason text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (company_id, payment_id),
  unique (company_id, month),
  check ((kind = 'advance') = (payment_id is not null)),
  check ((kind = 'offset') = (month is not null)),
  check ((state = 'failed') = (reason is not null)),
  check ((state = 'done') = (fiscal is not null)),
  check (state <> 'sent' or till_id is not null)
);
create index receipt_till on receipt (till_id);
create index receipt_payment on receipt (payment_id);
create index receipt_failed on receipt (changed_at desc, id desc) where state = 'failed';
select company_wall('receipt');
select announce_changes('receipt', 'invoices');
grant select on receipt to magistral_app;
grant select, insert, update on receipt to magistral_system;

-- Stands in for the till on a development machine.
create table embedded_receipt (
  id text primary key,
  number bigint generated always as identity,
  -- The caller's own name of it: the same again is the same receipt.
  external_id text not null unique,
  sum_kopecks bigint not null,
  sent_at timestamptz not null
);
grant select, insert, update on embedded_receipt to magistral_system;

alter table task_owner drop constraint task_owner_kind_check, add constraint task_owner_kind_check check (
  kind in ('request', 'payment', 'case-block', 'case-choice', 'case-order', 'case-debtor', 'case-hold', 'case-sale',
    'case-record', 'case-card', 'case-surplus', 'case-closing', 'case-xml', 'case-letter', 'case-objection', 'case-answer',
    'case-resale', 'case-stray', 'case-job', 'case-receipt')) not valid;
alter table task_owner validate constraint task_owner_kind_check;
