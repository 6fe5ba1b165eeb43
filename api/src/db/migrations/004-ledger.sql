-- The ledger. Every account belongs to a company; money moves only by a transfer from one account to another,
-- and each transfer leaves two entries that keep the balance before and after. Entries and transfers only grow.
create table ledger_account (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  kind text not null
    check (kind in ('bank', 'unallocated', 'in-transit', 'partner', 'debt', 'card', 'network')),
  partner_id int references partner,
  card_id bigint references card,
  balance_kopecks bigint not null default 0,
  -- Null: no floor (the outside of the books). Unallocated funds may fall to minus the credit limit.
  floor_kopecks bigint,
  constraint ledger_account_floor check (floor_kopecks is null or balance_kopecks >= floor_kopecks),
  check ((kind in ('partner', 'debt', 'network')) = (partner_id is not null and card_id is null)),
  check ((kind = 'card') = (card_id is not null))
);
create unique index ledger_account_place
  on ledger_account (company_id, kind, coalesce(partner_id, 0), coalesce(card_id, 0));
create unique index ledger_account_card on ledger_account (card_id) where card_id is not null;
select company_wall('ledger_account');
grant select, insert, update on ledger_account to magistral_app, magistral_system;

create table ledger_transfer (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  -- The same request id is the same movement; with another body it is an error.
  request_id text not null unique,
  body_hash bytea not null,
  kind text not null,
  from_account_id bigint not null,
  to_account_id bigint not null,
  amount_kopecks bigint not null check (amount_kopecks > 0),
  -- The business record behind the movement: operation, bank payment, …
  subject_kind text not null,
  subject_id bigint not null,
  posted_at timestamptz not null,
  check (from_account_id <> to_account_id)
);
create index ledger_transfer_subject on ledger_transfer (subject_kind, subject_id);
select company_wall('ledger_transfer');
select only_grows('ledger_transfer');
grant select, insert on ledger_transfer to magistral_app, magistral_system;

create table ledger_entry (
  account_id bigint not null,
  transfer_id bigint not null,
  company_id bigint not null,
  amount_kopecks bigint not null check (amount_kopecks <> 0),
  balance_before_kopecks bigint not null,
  balance_after_kopecks bigint not null,
  primary key (account_id, transfer_id),
  check (balance_after_kopecks = balance_before_kopecks + amount_kopecks)
);
select company_wall('ledger_entry');
select only_grows('ledger_entry');
grant select, insert on ledger_entry to magistral_app, magistral_system;

-- What happens to a card: money moved, blocks, purchases. Movements that wait for a network are status 2.
create table operation (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  card_id bigint not null references card,
  type_id int not null check (type_id in (1, 2, 3, 4, 10, 11)),
  status_id int not null check (status_id in (1, 2, 3)),
  sum_kopecks bigint not null default 0 check (sum_kopecks >= 0),
  author_id bigint references app_user,
  -- The id under which the network knows the command.
  network_request_id uuid unique,
  attempts int not null default 0,
  next_attempt_at timestamptz,
  reason text,
  -- Purchases and refunds, as the network reported them.
  partner_id int not null references partner,
  external_id text,
  goods_id int,
  goods_title text,
  centilitres bigint,
  unit_price_kopecks bigint,
  address text,
  sold_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (partner_id, external_id)
);
create index operation_company on operation (company_id, created_at desc, id desc);
create index operation_card on operation (card_id, created_at desc, id desc);
create index operation_waiting on operation (next_attempt_at) where status_id = 2;
create index operation_card_waiting on operation (card_id) where status_id = 2;
select company_wall('operation');
grant select, insert, update on operation to magistral_app, magistral_system;

create table network_feed (
  partner_id int primary key references partner,
  sequence bigint not null default 0
);
grant select, insert, update on network_feed to magistral_system;
-- Events that could not be booked (an unknown card): kept for the programme's staff.
create table network_orphan (
  id bigint generated always as identity primary key,
  partner_id int not null,
  external_id text not null,
  event jsonb not null,
  seen_at timestamptz not null,
  unique (partner_id, external_id)
);
grant select, insert on network_orphan to magistral_system;
