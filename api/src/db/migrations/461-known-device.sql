-- Devices on which a person has signed in (decision 47). Only hashes are kept.
create table known_device (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  -- Of the token in the device's cookie.
  token_hash bytea not null,
  -- Of browser and network: how a client that keeps no cookies is known again.
  signature bytea not null,
  -- Whether it has ever come back with its cookie: from then on nothing else will do.
  keeps_cookie boolean not null default false,
  first_seen_at timestamptz not null,
  seen_at timestamptz not null,
  unique (user_id, token_hash)
);
create index known_device_token on known_device (token_hash);
create index known_device_seen on known_device (seen_at);
grant select, insert, update, delete on known_device to magistral_system;
