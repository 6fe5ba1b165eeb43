-- A filling from the driver's side: he gets a code, shows it at the pump, and the network asks by it.
create table pump_session (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  partner_id int not null references partner,
  card_id bigint not null references card,
  how text not null check (how in ('code', 'qr')),
  -- Where it was asked for.
  origin text not null check (origin in ('cabinet', 'driver', 'sms')),
  user_id bigint references app_user,
  driver_id bigint,
  state text not null
    check (state in ('offered', 'authorised', 'fuelling', 'settled', 'cancelled', 'expired', 'failed')),
  reason text,
  -- Empty once it was used or its time is over.
  code text check (code ~ '^[0-9]{8}$'),
  station text,
  goods_id int,
  max_centilitres bigint not null,
  max_kopecks bigint not null,
  filled_centilitres bigint not null default 0,
  -- Times that it was shown at another pump, or declined.
  tries int not null default 0,
  authorisation_id bigint references authorisation,
  offered_at timestamptz not null,
  expires_at timestamptz not null,
  authorised_at timestamptz,
  fuelling_at timestamptz,
  ended_at timestamptz,
  check ((state in ('offered', 'authorised', 'fuelling')) = (ended_at is null)),
  check (code is null or state = 'offered')
);
create unique index pump_session_open on pump_session (card_id) where ended_at is null;
create unique index pump_session_code on pump_session (partner_id, code) where code is not null;
create index pump_session_company on pump_session (company_id, id desc);
create index pump_session_card on pump_session (card_id, id desc);
create index pump_session_authorisation on pump_session (authorisation_id) where authorisation_id is not null;
create index pump_session_due on pump_session (expires_at) where state = 'offered';
create index pump_session_user on pump_session (user_id) where user_id is not null;
select company_wall('pump_session');
select announce_changes('pump_session', 'operations');
grant select on pump_session to magistral_app;
grant select, insert, update on pump_session to magistral_system;

-- Codes that were wrong: a station, or a network, that guesses is stopped for a while.
create table pump_guess (
  partner_id int not null references partner,
  request_id text not null,
  station text not null,
  at timestamptz not null,
  primary key (partner_id, request_id)
);
create index pump_guess_at on pump_guess (partner_id, at);
grant select, insert, delete on pump_guess to magistral_system;
