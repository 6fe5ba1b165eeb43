-- The embedded operator of electronic documents: what a development machine's Diadoc or СБИС remembers across restarts.
create table embedded_edm_box (
  inn text primary key,
  invited_at timestamptz not null,
  -- A person answers for the company, at /dev/edm; else it answers by itself after a few seconds.
  by_hand boolean not null default false
);
create table embedded_edm_document (
  id text primary key,
  inn text not null references embedded_edm_box (inn),
  kind text not null,
  name text not null,
  content bytea not null,
  written_at timestamptz not null,
  answer text check (answer in ('signed', 'disagreed', 'refused')),
  answer_text text not null default '',
  answered_at timestamptz,
  annulment text check (annulment in ('ours', 'theirs', 'accepted', 'rejected')),
  annulment_text text not null default '',
  annulled_at timestamptz
);
create index embedded_edm_document_written on embedded_edm_document (written_at desc);
-- What happens to a document; an event that is yet to come is told when its moment has come.
create table embedded_edm_event (
  id bigint generated always as identity primary key,
  document_id text not null,
  at timestamptz not null
);
create index embedded_edm_event_at on embedded_edm_event (at, id);
-- Tokens that the operator has issued; a token for a new one is good once.
create table embedded_edm_token (
  token text primary key,
  kind text not null check (kind in ('refresh', 'access', 'session')),
  good_until timestamptz not null
);
grant select, insert, update on embedded_edm_box, embedded_edm_document to magistral_system;
grant select, insert on embedded_edm_event to magistral_system;
grant select, insert, delete on embedded_edm_token to magistral_system;
