-- The last number that an invoice for an advance was given, in a row of numbers of its own. Its one row is locked while the
-- next is given. `first_day` is the day from which advances are counted: the first one of the quarter of the first run.
create table advance_numbering (
  is_only boolean primary key default true check (is_only),
  last_number int not null check (last_number >= 0),
  first_day date
);
insert into advance_numbering (last_number) values (0);
grant select, update on advance_numbering to magistral_system;

-- Five days of a client that are closed, with what moved in them. Each movement of the books is counted once.
create table advance_period (
  company_id bigint not null references company,
  begins_on date not null,
  -- Moscow, the last day included.
  ends_on date not null,
  received_kopecks bigint not null check (received_kopecks >= 0),
  returned_kopecks bigint not null check (returned_kopecks >= 0),
  -- Negative where more was taken back than sold.
  shipped_kopecks bigint not null,
  -- The operator's debt to the client at its end; negative is the client's debt.
  balance_kopecks bigint not null,
  -- All transfers up to this one were posted before its end; the next period is read after it.
  posted_before bigint not null,
  -- The last transfer that existed when it was closed: what is dated earlier and posted later belongs to the next period.
  counted_upto bigint not null,
  closed_at timestamptz not null,
  primary key (company_id, ends_on),
  check (begins_on <= ends_on)
);
select company_wall('advance_period');
select only_grows('advance_period');
grant select on advance_period to magistral_app;
grant select, insert on advance_period to magistral_system;

-- What a client had paid and not received at the end of five days. It has a number where VAT is due and an invoice is issued.
create table client_advance (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  begins_on date not null,
  -- The date of the invoice.
  dated_on date not null,
  gross_kopecks bigint not null check (gross_kopecks > 0),
  vat_kopecks bigint not null check (vat_kopecks >= 0 and vat_kopecks < gross_kopecks),
  -- Null: the operator pays no VAT, or the advance is older than the first counted day.
  rate_percent int check (rate_percent > 0),
  number int unique,
  -- Seller, buyer and payments, as printed.
  facts jsonb not null,
  document_id bigint references month_document,
  unique (company_id, dated_on),
  check ((number is null) = (rate_percent is null)),
  check (document_id is null or number is not null)
);
create index client_advance_document on client_advance (document_id);
create index client_advance_unpublished on client_advance (id) where number is not null and document_id is null;
select company_wall('client_advance');
grant select on client_advance to magistral_app;
grant select, insert, update (document_id) on client_advance to magistral_system;

-- Parts of an advance that were shipped or paid back, by the period in which it happened.
create table advance_offset (
  company_id bigint not null references company,
  advance_id bigint not null references client_advance,
  ends_on date not null,
  kind text not null check (kind in ('shipment', 'return')),
  gross_kopecks bigint not null check (gross_kopecks > 0),
  vat_kopecks bigint not null check (vat_kopecks >= 0),
  primary key (company_id, advance_id, ends_on, kind)
);
create index advance_offset_period on advance_offset (company_id, ends_on);
create index advance_offset_advance on advance_offset (advance_id);
select company_wall('advance_offset');
select only_grows('advance_offset');
grant select on advance_offset to magistral_app;
grant select, insert on advance_offset to magistral_system;
