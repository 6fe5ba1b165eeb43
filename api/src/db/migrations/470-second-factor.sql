-- What a person confirms a session by besides the code from an SMS: a passkey, or an application of one-time passwords.
create table second_factor (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  kind text not null check (kind in ('passkey', 'totp')),
  title text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  -- Of one-time passwords: the secret, sealed with the operator's key, and the last step of 30 s that was used.
  secret_sealed bytea,
  last_step bigint,
  -- Of a passkey: what the browser calls it, for which site, and the highest count of uses that it has told.
  credential_id text unique,
  public_key bytea,
  rp_id text,
  uses bigint,
  transports text[] not null default '{}',
  check ((kind = 'totp') = (secret_sealed is not null and last_step is not null)),
  check ((kind = 'passkey') = (credential_id is not null and public_key is not null and rp_id is not null and uses is not null))
);
create index second_factor_person on second_factor (user_id);
grant select, insert, update, delete on second_factor to magistral_system;

-- For whoever has lost the factor; each is good once. Only salted hashes are kept.
create table recovery_code (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  salt bytea not null,
  code_hash bytea not null,
  made_at timestamptz not null,
  used_at timestamptz
);
create index recovery_code_person on recovery_code (user_id);
grant select, insert, update, delete on recovery_code to magistral_system;

-- What a session has been asked and has not answered yet: one question of each purpose, answered once.
create table factor_challenge (
  session_id bigint not null references session on delete cascade,
  purpose text not null check (purpose in ('confirm', 'add-passkey', 'add-totp')),
  -- Of a passkey: the challenge. Of one-time passwords: the sealed secret that is to be shown as known.
  challenge text,
  secret_sealed bytea,
  expires_at timestamptz not null,
  primary key (session_id, purpose),
  check ((purpose = 'add-totp') = (secret_sealed is not null)),
  check ((purpose = 'add-totp') = (challenge is null))
);
grant select, insert, update, delete on factor_challenge to magistral_system;

-- How often a person has answered wrongly since the last right answer.
create table factor_try (
  user_id bigint primary key references app_user,
  tries int not null,
  last_at timestamptz not null
);
grant select, insert, update, delete on factor_try to magistral_system;
