-- A correction of a client's balance: what the programme gives to a client or takes from it beside fuel and payments, such as
-- the difference of a УКД, a compensation or a penalty. The ledger moves it as one transfer whose subject is this row.
create table correction (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  kind text not null check (
    kind in ('ukd', 'compensation', 'penalty', 'card-fee', 'opening-balance', 'write-off', 'other')),
  direction text not null check (direction in ('to-client', 'from-client')),
  sum_kopecks bigint not null check (sum_kopecks > 0),
  document_id bigint references month_document,
  -- The correction that this one takes back.
  reverses_id bigint references correction,
  -- The client reads it in the statement of the account.
  note text not null,
  proposed_by bigint not null references app_user,
  -- Null where one member has withdrawn or replaced what two had published.
  confirmed_by bigint references app_user,
  -- Moscow day of its transfer.
  day date not null,
  booked_at timestamptz not null,
  check (kind <> 'ukd' or document_id is not null)
);
create index correction_company on correction (company_id, id desc);
-- A УКД moves its difference once, and it is taken back once.
create unique index correction_ukd_once on correction (company_id, document_id) where kind = 'ukd' and reverses_id is null;
create unique index correction_reversed_once on correction (company_id, reverses_id) where reverses_id is not null;
create index correction_document on correction (document_id) where document_id is not null;
create index correction_reverses on correction (reverses_id) where reverses_id is not null;
select company_wall('correction');
select only_grows('correction');
grant select on correction to magistral_app;
grant select, insert on correction to magistral_system;
