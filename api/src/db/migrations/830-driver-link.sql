-- A link by which a driver sees one card on his phone. The link is nowhere but in the message to him: it is looked up by its
-- SHA-256. It shows the card only to the phone that has entered a code sent to the driver's number.
create table driver_link (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  card_id bigint not null references card,
  driver_id bigint not null references driver on delete cascade,
  phone text not null,
  hash bytea not null unique check (length(hash) = 32),
  made_by bigint not null references app_user,
  made_at timestamptz not null,
  -- The code that waits; how many were sent on that Moscow day.
  code_salt bytea,
  code_hash bytea,
  code_sent_at timestamptz,
  code_tries int not null default 0,
  codes_of_day int not null default 0,
  -- The phone's own secret; a phone that enters a code later takes its place.
  device_hash bytea check (length(device_hash) = 32),
  bound_at timestamptz,
  seen_at timestamptz,
  revoked_at timestamptz,
  revoked_by bigint references app_user
);
create unique index driver_link_open on driver_link (company_id, card_id, driver_id) where revoked_at is null;
create index driver_link_card on driver_link (card_id);
create index driver_link_driver on driver_link (driver_id);
create index driver_link_made_by on driver_link (made_by);
create index driver_link_revoked_by on driver_link (revoked_by);
select company_wall('driver_link');
grant select, insert on driver_link to magistral_app;
grant update (revoked_at, revoked_by) on driver_link to magistral_app;
grant select, insert, update, delete on driver_link to magistral_system;
