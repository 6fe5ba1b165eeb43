-- What a network has said against the books. It books nothing: a person reads it. One row for each distinct word, so that
-- reading a feed again adds none.
create table network_contradiction (
  id bigint generated always as identity primary key,
  partner_id int not null references partner,
  -- An answer to a command that has ended otherwise, a known sale told otherwise, an answer to no command of ours.
  kind text not null check (kind in ('answer', 'resale', 'stray')),
  -- The id of the command's request, or the network's own id of the sale.
  subject text not null,
  company_id bigint references company,
  card_number text,
  -- What the books had when it was heard; null: nothing.
  ours jsonb,
  word jsonb not null,
  heard_at timestamptz not null
);
create unique index network_contradiction_word on network_contradiction (partner_id, kind, subject, md5(word::text));
create index network_contradiction_heard on network_contradiction (kind, heard_at desc);
select only_grows('network_contradiction');
grant select, insert on network_contradiction to magistral_system;

alter table acknowledgement drop constraint acknowledgement_kind_check,
  add check (kind in ('answer', 'card', 'letter', 'objection', 'resale', 'stray', 'surplus')) not valid;

-- The ids under which orders of cards were refused before they were asked for again: an answer to one is no stranger.
create table former_item_request (
  network_request_id uuid primary key,
  item_id bigint not null references card_request_item on delete cascade,
  issue_refusal text not null
);
grant select, insert on former_item_request to magistral_system;
