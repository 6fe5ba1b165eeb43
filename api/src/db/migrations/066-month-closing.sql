-- Closing a month, company by company: a process that dies goes on with those that are not done.
create table month_closing (
  company_id bigint not null references company,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  -- `open`: asked for; `counted`: its movements are fixed in month_closing_line; `done`: its papers are published.
  state text not null default 'open' check (state in ('open', 'counted', 'done')),
  documents int not null default 0,
  -- Cards are counted up to here, and the papers bear this day's date.
  until_at timestamptz,
  asked_by bigint references app_user,
  asked_at timestamptz not null,
  done_at timestamptz,
  problem text,
  primary key (company_id, month)
);
create index month_closing_waiting on month_closing (month) where state <> 'done';
select company_wall('month_closing');
grant select, insert, update on month_closing to magistral_system;

-- Every movement of money to or from outside stands in the papers of one month and never in another.
create table month_closing_line (
  transfer_id bigint primary key references ledger_transfer,
  company_id bigint not null,
  month text not null,
  foreign key (company_id, month) references month_closing
);
create index month_closing_line_month on month_closing_line (company_id, month);
select company_wall('month_closing_line');
select only_grows('month_closing_line');
grant select, insert on month_closing_line to magistral_system;

-- Which of the set a document is (null: published by hand), and until when it may be objected to.
alter table month_document
  add column kind text check (kind in ('register', 'upd', 'reconciliation', 'cards')),
  add column object_until date;
create unique index month_document_once on month_document (company_id, partner_id, month, kind) where kind is not null;
