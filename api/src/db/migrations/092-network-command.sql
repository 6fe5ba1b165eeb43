-- Real networks know no request ids: what was about to be written to them, what they said just before, and how it ended.
create table network_command (
  partner_id int not null references partner,
  request_id uuid not null,
  kind text not null,
  -- Null for an order of cards.
  card_number text,
  command jsonb not null,
  before jsonb not null,
  begun_at timestamptz not null,
  -- Null while nobody knows.
  answer jsonb,
  primary key (partner_id, request_id)
);
-- What a card's balance has done tells of one movement at a time.
create unique index network_command_money on network_command (partner_id, card_number)
  where answer is null and kind in ('move-to-card', 'move-from-card');
create index network_command_issue on network_command (partner_id, begun_at) where kind = 'issue';
grant select, insert, update on network_command to magistral_system;
