-- The last number that a client's contract was given. Its one row is locked while the next is given, so that none is skipped.
create table contract_numbering (
  is_only boolean primary key default true check (is_only),
  last_number int not null check (last_number >= 0)
);
insert into contract_numbering (last_number) values (0);
grant select, update on contract_numbering to magistral_system;

-- The number of a client's contract; all its editions have it.
create table contract_number (
  company_id bigint primary key references company,
  number int not null unique
);
select company_wall('contract_number');
select only_grows('contract_number');
grant select on contract_number to magistral_app;
grant select, insert on contract_number to magistral_system;

-- The editions of a client's contract. Each is a published document and is never changed.
create table contract_edition (
  company_id bigint not null references company,
  -- The first is 1.
  edition int not null check (edition > 0),
  document_id bigint not null references month_document,
  -- `YYYY-MM-DD`, Moscow.
  dated_on date not null,
  -- The requisites, terms and prices that are printed.
  facts jsonb not null,
  -- Null: the acceptance of the terms, or new requisites, made it.
  made_by bigint references app_user,
  made_at timestamptz not null,
  primary key (company_id, edition)
);
create index contract_edition_document on contract_edition (document_id);
create index contract_edition_made_by on contract_edition (made_by);
select company_wall('contract_edition');
select only_grows('contract_edition');
grant select on contract_edition to magistral_app;
grant select, insert on contract_edition to magistral_system;
