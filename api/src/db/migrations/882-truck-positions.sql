-- Where trucks were, near the times of their fillings and only for days: personal data of whoever drove.
create table vehicle_position (
  company_id bigint not null references company,
  vehicle_id bigint not null references vehicle,
  at timestamptz not null,
  lat double precision not null check (lat between -90 and 90),
  lon double precision not null check (lon between -180 and 180),
  source text not null check (source in ('wialon', 'file')),
  primary key (company_id, vehicle_id, at)
);
create index vehicle_position_vehicle on vehicle_position (vehicle_id, at);
create index vehicle_position_at on vehicle_position (at);
select company_wall('vehicle_position');
grant select, insert, update, delete on vehicle_position to magistral_app, magistral_system;

-- A company's Wialon; its token is sealed.
create table wialon_link (
  company_id bigint primary key references company,
  token_sealed bytea not null,
  connected_at timestamptz not null,
  connected_by bigint not null references app_user,
  -- Since when fillings are handed over; null: they are not.
  hands_over_since timestamptz,
  -- Whoever asks next has it for this long.
  asked_at timestamptz,
  heard_at timestamptz,
  problem text,
  -- The token is refused: nothing is asked until it is connected anew.
  refused boolean not null default false
);
create index wialon_link_person on wialon_link (connected_by);
select company_wall('wialon_link');
grant select, insert, update, delete on wialon_link to magistral_app, magistral_system;

-- Which of Wialon's units is which truck.
create table wialon_unit (
  company_id bigint not null references company,
  vehicle_id bigint not null references vehicle,
  unit_id bigint not null,
  title text not null,
  primary key (company_id, vehicle_id)
);
create index wialon_unit_vehicle on wialon_unit (vehicle_id);
select company_wall('wialon_unit');
grant select, insert, update, delete on wialon_unit to magistral_app, magistral_system;

-- What was exchanged about a filling: its surroundings looked at, and itself handed over.
create table wialon_filling (
  company_id bigint not null references company,
  operation_id bigint not null references operation,
  vehicle_id bigint not null references vehicle,
  unit_id bigint not null,
  looked_at timestamptz,
  -- `asked` is written before the call: whoever finds it looks there first whether it has arrived.
  handing text check (handing in ('asked', 'done', 'refused')),
  handed_at timestamptz,
  problem text,
  primary key (company_id, operation_id)
);
create index wialon_filling_operation on wialon_filling (operation_id);
create index wialon_filling_vehicle on wialon_filling (vehicle_id);
select company_wall('wialon_filling');
grant select, insert, update, delete on wialon_filling to magistral_app, magistral_system;

-- Stands in for Wialon outside production.
create table embedded_wialon_unit (
  id bigint generated always as identity (start with 700100) primary key,
  token text not null,
  title text not null
);
create table embedded_wialon_message (
  unit_id bigint not null references embedded_wialon_unit,
  at timestamptz not null,
  lat double precision not null,
  lon double precision not null,
  primary key (unit_id, at)
);
create table embedded_wialon_event (
  id bigint generated always as identity primary key,
  unit_id bigint not null references embedded_wialon_unit,
  at timestamptz not null,
  litres double precision not null,
  cost double precision not null,
  location text not null,
  description text not null
);
create index embedded_wialon_event_unit on embedded_wialon_event (unit_id, at);
grant select, insert on embedded_wialon_unit, embedded_wialon_message, embedded_wialon_event to magistral_system;
