-- Where a person is told of things outside the cabinet: a chat with a bot, the pushes of a browser.
create table linked_channel (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  channel text not null check (channel in ('push', 'telegram', 'max')),
  -- The chat; of pushes the address that the browser's own service has given.
  address text not null check (length(address) <= 1000),
  -- What pushes to this browser are encrypted with.
  keys jsonb,
  title text not null check (length(title) <= 100),
  linked_at timestamptz not null,
  used_at timestamptz,
  -- The person has left, the service knows nobody there any more, or somebody has unlinked it here.
  gone_at timestamptz,
  check ((channel = 'push') = (keys is not null))
);
create unique index linked_channel_address on linked_channel (channel, address) where gone_at is null;
create index linked_channel_of_person on linked_channel (user_id);
create index linked_channel_gone on linked_channel (gone_at);
grant select, insert, update, delete on linked_channel to magistral_system;

-- What a person carries from the cabinet to the bot, once. Only the hash is kept.
create table channel_code (
  code_hash bytea primary key,
  user_id bigint not null references app_user,
  channel text not null check (channel in ('telegram', 'max')),
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- What it has linked.
  linked_id bigint references linked_channel on delete set null
);
create index channel_code_of_person on channel_code (user_id, made_at desc);
create index channel_code_made on channel_code (made_at);
grant select, insert, update, delete on channel_code to magistral_system;

-- A message over a channel, so that none is sent twice and what a button has done can be shown in it.
create table channel_message (
  id bigint generated always as identity primary key,
  linked_id bigint not null references linked_channel on delete cascade,
  -- The sender's name of it.
  key text not null check (length(key) <= 200),
  title text not null check (length(title) <= 300),
  text text not null check (length(text) <= 4000),
  url text check (length(url) <= 1000),
  written_at timestamptz not null,
  sent_at timestamptz,
  -- What a button of it has done; the others then do nothing.
  result text check (length(result) <= 1000)
);
create unique index channel_message_key on channel_message (linked_id, key);
create index channel_message_written on channel_message (written_at);
grant select, insert, update, delete on channel_message to magistral_system;

create table channel_button (
  -- Random: it goes to the messenger, and comes back when it is pressed.
  id text primary key,
  message_id bigint not null references channel_message on delete cascade,
  place int not null,
  label text not null check (length(label) <= 60),
  deed text not null,
  target jsonb not null,
  expires_at timestamptz not null
);
create index channel_button_message on channel_button (message_id);
grant select, insert, update, delete on channel_button to magistral_system;

-- What a bot was told, by the messenger's own name of it: told again, it changes nothing.
create table channel_update (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('telegram', 'max')),
  name text not null check (length(name) <= 200),
  said jsonb not null,
  came_at timestamptz not null,
  taken_at timestamptz
);
create unique index channel_update_name on channel_update (channel, name);
create index channel_update_came on channel_update (came_at);
grant select, insert, update, delete on channel_update to magistral_system;

-- Stands in for the messengers and the push services on a development machine.
create table outbox_chat (
  id bigint generated always as identity primary key,
  channel text not null,
  chat text not null,
  title text not null,
  text text not null,
  url text,
  buttons jsonb not null,
  -- What the messenger has shown for a moment after a press.
  note text,
  sent_at timestamptz not null,
  edited_at timestamptz
);
grant select, insert, update, delete on outbox_chat to magistral_system;
