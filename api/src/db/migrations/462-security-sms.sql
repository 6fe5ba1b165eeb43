-- A message to a person's phone about his own access: a new device, another mail. It holds no code and no link.
create table security_sms (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  -- The phone at the moment of the event: a later one is not told.
  phone text not null,
  event text not null,
  text text not null,
  -- The thing that it tells of; nobody is told of the same thing twice.
  about text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused')),
  attempts int not null default 0,
  claimed_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (user_id, about),
  check ((state = 'waiting') = (ended_at is null))
);
create index security_sms_ended on security_sms (ended_at);
grant select, insert, update, delete on security_sms to magistral_system;
