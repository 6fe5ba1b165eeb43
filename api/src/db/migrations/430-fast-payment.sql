-- A payment of an invoice by СБП that the bank was asked for. The row is there before the bank is called, so whatever a crash
-- leaves behind is followed to its end.
create table fast_payment_order (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  invoice_id bigint not null references invoice,
  sum_kopecks bigint not null check (sum_kopecks > 0),
  -- 'asked': the bank has not answered yet, so nobody has seen a link and nothing can be paid by it.
  state text not null default 'asked' check (state in ('asked', 'waiting', 'paid', 'expired', 'refused')),
  -- The bank's own name of the order, and where it is paid.
  bank_order text unique,
  link text,
  purpose text,
  -- The row that has the money.
  payment_id bigint references bank_payment,
  asked_by bigint not null references app_user,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'asked') = (bank_order is null)),
  check ((bank_order is null) = (link is null)),
  check ((bank_order is null) = (purpose is null)),
  check ((state = 'paid') = (payment_id is not null)),
  check ((state in ('asked', 'waiting')) = (ended_at is null))
);
create index fast_payment_order_invoice on fast_payment_order (invoice_id, id desc);
create index fast_payment_order_company on fast_payment_order (company_id);
create index fast_payment_order_payment on fast_payment_order (payment_id);
create index fast_payment_order_waiting on fast_payment_order (id) where state = 'waiting';
select company_wall('fast_payment_order');
select announce_changes('fast_payment_order', 'invoices');
grant select, insert on fast_payment_order to magistral_app;
grant select, update on fast_payment_order to magistral_system;

-- The order that a payment by СБП has paid; no file has brought it.
alter table bank_payment alter column statement_id drop not null;
alter table bank_payment add column fast_order_id bigint;

-- The row in the books that is surely the same payment: one of the two came by СБП, the other in a file of the bank. Only one
-- of them has moved money, and none is the same as two.
alter table bank_payment add column same_as_id bigint;

-- Stands in for the bank on a development machine.
create table embedded_bank_order (
  id text primary key,
  -- The caller's own number of it: the same again is the same order.
  asked_as bigint not null unique,
  sum_kopecks bigint not null check (sum_kopecks > 0),
  purpose text not null,
  payer_inn text not null,
  expires_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'paid', 'refused')),
  operation text unique,
  decided_at timestamptz
);
grant select, insert, update on embedded_bank_order to magistral_system;
