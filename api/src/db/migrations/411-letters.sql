-- When the person has shown that letters to `email` arrive; null: nobody has, and another address begins anew.
alter table app_user add column email_confirmed_at timestamptz;

-- One letter to one person, written in the transaction of what it tells. Its text is made when it is sent, so no link stands
-- here in words.
create table letter (
  id bigint generated always as identity primary key,
  kind text not null,
  user_id bigint not null references app_user,
  address text not null,
  -- What the text is made of.
  facts jsonb not null default '{}',
  -- The thing that it tells of; nobody is told of the same thing twice.
  about text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused')),
  refusal text check (refusal in ('address', 'blocked', 'late', 'changed', 'unwanted')),
  -- The step and the numbers of the last answer that was no success.
  answer text,
  attempts int not null default 0,
  claimed_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'refused') = (refusal is not null)),
  check ((state = 'waiting') = (ended_at is null))
);
create unique index letter_about on letter (user_id, kind, about);
create index letter_of_person on letter (user_id, kind, created_at desc);
create index letter_to_address on letter (address, kind, created_at desc);
create index letter_waiting on letter (created_at) where state = 'waiting';
create index letter_ended on letter (ended_at);
grant select, insert, update, delete on letter to magistral_system;

-- What a link in a letter opens: the letter says for whom, which address and what. Only the hash is kept.
create table letter_link (
  token_hash bytea primary key,
  letter_id bigint not null references letter on delete cascade,
  made_at timestamptz not null,
  expires_at timestamptz,
  used_at timestamptz
);
create index letter_link_letter on letter_link (letter_id);
grant select, insert, update, delete on letter_link to magistral_system;

-- Letters that a person does not want.
create table unwanted_letter (
  user_id bigint not null references app_user,
  kind text not null,
  since timestamptz not null,
  primary key (user_id, kind)
);
grant select, insert, delete on unwanted_letter to magistral_system;

-- Stands in for a mail server on a development machine.
create table outbox_letter (
  id bigint generated always as identity primary key,
  message_id text not null unique,
  address text not null,
  subject text not null,
  plain text not null,
  html text not null,
  headers jsonb not null,
  sent_at timestamptz not null
);
grant select, insert, delete on outbox_letter to magistral_system;
