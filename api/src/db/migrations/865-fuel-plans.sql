-- Where a truck is to fuel on a trip, and how much: made for its cards, rules and tariff as they were, sent to its driver.
create table fuel_plan (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  vehicle_id bigint not null references vehicle,
  state text not null default 'draft' check (state in ('draft', 'sent', 'under-way', 'done', 'cancelled')),
  way text not null,
  -- [{title, lat, lon}], the start first.
  points jsonb not null,
  departs_at timestamptz not null,
  distance_m int not null,
  duration_s int not null,
  is_approximate boolean not null,
  tank_centilitres int not null,
  norm_centilitres int not null,
  start_centilitres int not null,
  reserve_centilitres int not null,
  end_centilitres int not null,
  adblue_centilitres int,
  -- What it was made under, as sentences.
  notes text[] not null,
  -- The plan whose place it takes when it is sent.
  replaces_id bigint references fuel_plan,
  made_by bigint not null references app_user,
  made_at timestamptz not null,
  sent_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  reason text not null default ''
);
create index fuel_plan_list on fuel_plan (company_id, id desc);
create index fuel_plan_open on fuel_plan (company_id, vehicle_id) where state in ('sent', 'under-way');
create index fuel_plan_vehicle on fuel_plan (vehicle_id);
create index fuel_plan_replaces on fuel_plan (replaces_id);
create index fuel_plan_made_by on fuel_plan (made_by);
select company_wall('fuel_plan');
grant select, insert, update on fuel_plan to magistral_app, magistral_system;
select announce_changes('fuel_plan', 'operations');

-- The stops in the order of the road, with their stations as they were: the list of stations is replaced as a whole.
create table fuel_plan_stop (
  company_id bigint not null references company,
  plan_id bigint not null references fuel_plan,
  place smallint not null,
  station_name text not null,
  brand text not null,
  -- In the words of a sale, by which a filling is found.
  address text not null,
  lat double precision not null,
  lon double precision not null,
  along_m int not null,
  detour_m int not null,
  expected_at timestamptz not null,
  card_id bigint not null references card,
  arrival_centilitres int not null,
  centilitres int not null check (centilitres > 0),
  list_kopecks bigint not null,
  sum_kopecks bigint not null,
  adblue boolean,
  height_centimetres int,
  primary key (company_id, plan_id, place)
);
create index fuel_plan_stop_plan on fuel_plan_stop (plan_id);
create index fuel_plan_stop_card on fuel_plan_stop (card_id);
select company_wall('fuel_plan_stop');
grant select, insert on fuel_plan_stop to magistral_app, magistral_system;
