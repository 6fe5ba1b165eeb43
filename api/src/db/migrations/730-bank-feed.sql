-- Statements that were asked from a bank by its API; null: a file that a person has loaded.
alter table bank_statement add column source text;

-- Each account whose statement is asked for: when next, and how it went.
create table bank_feed (
  account text primary key,
  provider text not null,
  next_at timestamptz not null,
  read_at timestamptz,
  -- Lines that the last reading has brought, and when any came last.
  lines int not null default 0,
  lines_at timestamptz,
  problem text,
  problem_since timestamptz
);
grant select, insert, update on bank_feed to magistral_system;

-- Each movement that was handed on, by what it says: the bank's own name of it may change.
create table bank_feed_line (
  account text not null references bank_feed,
  line_key bytea not null,
  operation_id text not null,
  statement_id bigint not null references bank_statement,
  primary key (account, line_key)
);
create index bank_feed_line_statement on bank_feed_line (statement_id);
grant select, insert on bank_feed_line to magistral_system;

-- Stands in for the operator's bank on a development machine.
create table embedded_bank_movement (
  operation text primary key,
  account text not null,
  number text not null,
  dated_on date not null,
  sum_kopecks bigint not null check (sum_kopecks > 0),
  payer_inn text not null,
  payer_name text not null,
  payer_account text not null,
  purpose text not null,
  booked_at timestamptz not null
);
create index embedded_bank_movement_day on embedded_bank_movement (account, booked_at);
grant select, insert on embedded_bank_movement to magistral_system;
