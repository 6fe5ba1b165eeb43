-- Money on hold for fuel that a network was allowed to sell and has not sold yet: an account of a company with a network.
alter table ledger_account
  drop constraint ledger_account_kind_known,
  drop constraint ledger_account_check,
  add constraint ledger_account_kind_known
    check (kind in ('bank', 'unallocated', 'in-transit', 'partner', 'debt', 'card', 'network', 'programme', 'hold')) not valid,
  add constraint ledger_account_partner_known
    check ((kind in ('partner', 'debt', 'network', 'hold')) = (partner_id is not null and card_id is null)) not valid;

-- The portal's answer to a network that asks before it sells.
create table authorisation (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  partner_id int not null references partner,
  card_id bigint not null references card,
  -- The network's own id; its sale has the same one.
  request_id text not null,
  -- SHA-256 of what was asked: the same id with another question is refused.
  asked bytea not null,
  station text not null,
  pump text,
  goods_id int not null,
  state text not null check (state in ('approved', 'declined', 'settled', 'released', 'expired')),
  reason text,
  max_centilitres bigint not null default 0,
  max_kopecks bigint not null default 0,
  -- The money that is on hold until the end, whatever the end is.
  held_kopecks bigint not null default 0 check (held_kopecks >= 0),
  hold_until timestamptz not null,
  asked_at timestamptz not null,
  ended_at timestamptz,
  operation_id bigint references operation,
  settled_centilitres bigint,
  settled_kopecks bigint,
  check ((state = 'approved') = (ended_at is null)),
  check ((state = 'settled') = (operation_id is not null))
);
-- Without the company: a network's request id is one question, whichever card it names.
create unique index authorisation_request on authorisation (partner_id, request_id);
create index authorisation_open on authorisation (card_id) where state = 'approved';
create index authorisation_due on authorisation (hold_until) where state = 'approved';
create index authorisation_company on authorisation (company_id, id desc);
create index authorisation_operation on authorisation (operation_id) where operation_id is not null;
select company_wall('authorisation');
select announce_changes('authorisation', 'operations');
grant select on authorisation to magistral_app;
grant select, insert, update on authorisation to magistral_system;

-- What a network has settled before its authorisation came. The authorisation, or the network's own list of sales, ends it.
create table early_settlement (
  partner_id int not null references partner,
  request_id text not null,
  centilitres bigint not null,
  sum_kopecks bigint not null,
  came_at timestamptz not null,
  ended_at timestamptz,
  primary key (partner_id, request_id)
);
grant select, insert, update, delete on early_settlement to magistral_system;
