-- What the programme's staff write about a client, for themselves.
create table staff_note (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  author_id bigint not null references app_user,
  text text not null,
  created_at timestamptz not null
);
create index staff_note_company on staff_note (company_id, id desc);
select company_wall('staff_note');
grant select, insert on staff_note to magistral_system;

-- Each reading of a company's data from the register: what was written here before and after it.
create table requisites_reading (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  read_at timestamptz not null,
  read_by bigint not null references app_user,
  before jsonb not null,
  after jsonb not null
);
create index requisites_reading_company on requisites_reading (company_id, id desc);
select company_wall('requisites_reading');
select only_grows('requisites_reading');
grant select, insert on requisites_reading to magistral_system;

-- Where a client's money stands, counted up from the ledger every few seconds, so that a list of all clients reads one
-- row of each instead of its movements.
create table client_standing (
  company_id bigint primary key references company,
  unallocated_kopecks bigint not null,
  own_kopecks bigint not null,
  -- Fuel sold and not paid, above zero.
  fuel_debt_kopecks bigint not null,
  -- When the oldest unpaid part of the credit in use was taken.
  indebted_since timestamptz,
  moved_at timestamptz not null
);
select company_wall('client_standing');
grant select, insert, update on client_standing to magistral_system;

-- The last movement before which everything has been counted.
create table client_standing_reach (
  single boolean primary key default true check (single),
  transfer_id bigint not null
);
insert into client_standing_reach (transfer_id) values (0);
grant select, update on client_standing_reach to magistral_system;
