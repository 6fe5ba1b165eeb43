create table invoice (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  -- The printed number is the prefix and this serial.
  serial bigint generated always as identity,
  sum_kopecks bigint not null check (sum_kopecks > 0),
  paid_kopecks bigint not null default 0 check (paid_kopecks >= 0),
  cancelled_at timestamptz,
  issued_on date not null,
  due_on date not null,
  created_by bigint references app_user,
  created_at timestamptz not null
);
create index invoice_company on invoice (company_id, id desc);
create index invoice_serial on invoice (serial);
-- The same sum asked again the same day, still unpaid, is the same invoice (api.md section 5).
create unique index invoice_once_a_day on invoice (company_id, issued_on, sum_kopecks)
  where paid_kopecks = 0 and cancelled_at is null;
select company_wall('invoice');
grant select, insert on invoice to magistral_app;
grant select, insert, update on invoice to magistral_system;

create table bank_statement (
  id bigint generated always as identity primary key,
  file_sha256 text not null,
  name text not null,
  loaded_by bigint references app_user,
  loaded_at timestamptz not null,
  counts jsonb not null default '{}'
);
grant select, insert, update on bank_statement to magistral_system;

create table bank_payment (
  id bigint generated always as identity primary key,
  statement_id bigint not null references bank_statement,
  -- Own account, dates, number, sum, payer and purpose: the same payment in another file is the same payment.
  document_key text not null unique,
  state text not null check (state in ('credited', 'review', 'refund', 'assigned')),
  number text not null,
  dated_on date not null,
  credited_on date not null,
  sum_kopecks bigint not null check (sum_kopecks > 0),
  payer_name text not null default '',
  payer_inn text not null default '',
  payer_account text not null default '',
  purpose text not null default '',
  note text not null default '',
  company_id bigint references company,
  invoice_id bigint references invoice,
  suggested_company_id bigint references company,
  suggested_invoice_id bigint references invoice,
  created_at timestamptz not null
);
create index bank_payment_state on bank_payment (state, id desc);
create index bank_payment_company on bank_payment (company_id, id desc);
grant select, insert, update on bank_payment to magistral_system;

create table month_document (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  partner_id int not null references partner,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  title text not null,
  file_id bigint not null references stored_file,
  published_at timestamptz not null,
  received_at timestamptz,
  received_by bigint references app_user,
  objection text,
  objected_at timestamptz,
  objected_by bigint references app_user
);
create index month_document_company on month_document (company_id, month desc, id);
select company_wall('month_document');
grant select, update on month_document to magistral_app;
grant select, insert, update on month_document to magistral_system;

create table terms_version (
  version int primary key,
  text text not null,
  sha256 text not null,
  published_by bigint references app_user,
  published_at timestamptz not null
);
grant select on terms_version to magistral_app;
grant select, insert on terms_version to magistral_system;

create table terms_acceptance (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  version int not null references terms_version,
  sha256 text not null,
  user_id bigint not null references app_user,
  ip text,
  user_agent text,
  accepted_at timestamptz not null
);
select company_wall('terms_acceptance');
select only_grows('terms_acceptance');
grant select, insert on terms_acceptance to magistral_app, magistral_system;

create table station (
  id bigint generated always as identity primary key,
  lat double precision not null check (lat between -90 and 90),
  lon double precision not null check (lon between -180 and 180),
  region text not null,
  city text not null,
  street text not null,
  house text not null,
  brand text not null,
  name text not null,
  own_type text not null,
  qr_available boolean not null,
  price_dt_kopecks bigint
);
grant select on station to magistral_app;
grant select, insert, update, delete on station to magistral_system;
