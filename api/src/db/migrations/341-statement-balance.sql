-- The bank's own figures of our accounts, as its statements state them. Newer figures of the same days replace older ones,
-- which stay here: nothing is changed.
create table statement_balance (
  id bigint generated always as identity primary key,
  statement_id bigint not null references bank_statement,
  account text not null,
  day_from date not null,
  day_to date not null,
  opening_kopecks bigint not null,
  -- Null: the bank does not state it.
  credited_kopecks bigint,
  debited_kopecks bigint,
  closing_kopecks bigint not null,
  check (day_from <= day_to),
  check (opening_kopecks + credited_kopecks - debited_kopecks = closing_kopecks)
);
create index statement_balance_days on statement_balance (account, day_from, day_to, id desc);
create index statement_balance_statement on statement_balance (statement_id);
select only_grows('statement_balance');
grant select, insert on statement_balance to magistral_system;

-- What moved our accounts and is nobody's payment to us: everything that went out, and what came from another own account.
-- With `bank_payment` these are all movements of the bank that we know of.
create table statement_line (
  id bigint generated always as identity primary key,
  statement_id bigint not null references bank_statement,
  account text not null,
  day date not null,
  incoming boolean not null,
  -- Without its leading zeros.
  number text not null,
  dated_on date not null,
  sum_kopecks bigint not null check (sum_kopecks > 0),
  -- The first, second … of those that are equal in everything else within one file: that many does the bank count.
  turn int not null check (turn > 0),
  unique (account, day, incoming, number, dated_on, sum_kopecks, turn)
);
create index statement_line_statement on statement_line (statement_id);
select only_grows('statement_line');
grant select, insert on statement_line to magistral_system;
