-- What a company has chosen for a card that its network has to be told: goods and limits. The card shows the choice at
-- once; a row here is the message to the network. A card's messages are told one by one, oldest first.
create table card_change (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  card_id bigint not null references card,
  kind text not null check (kind in ('goods', 'limit')),
  wanted jsonb not null,
  -- What stood on the card before: it comes back when the network refuses.
  before jsonb not null,
  -- The id under which the network knows the command.
  request_id uuid not null unique,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused', 'superseded')),
  reason text,
  author_id bigint not null references app_user,
  attempts int not null default 0,
  -- Somebody is telling the network about it until then.
  claimed_until timestamptz,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index card_change_waiting on card_change (card_id, id) where state = 'waiting';
create index card_change_due on card_change (next_attempt_at) where state = 'waiting';
select company_wall('card_change');
grant select, insert, update on card_change to magistral_app, magistral_system;
