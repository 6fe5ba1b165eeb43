-- Tolls of trucks («Платон», toll roads) from the reports of their operators: costs of a truck, not money of the ledger.
create table vehicle_toll (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  -- Null: no truck of the company has had this plate.
  vehicle_id bigint references vehicle,
  -- As the report names the truck.
  plate text not null,
  at timestamptz not null,
  road text not null,
  metres int not null check (metres >= 0),
  -- Negative where it was given back.
  kopecks bigint not null,
  -- Rows that say the same are counted within a report, so that loading it again changes nothing.
  turn int not null check (turn > 0),
  loaded_at timestamptz not null,
  unique (company_id, plate, at, road, metres, kopecks, turn)
);
create index vehicle_toll_vehicle on vehicle_toll (vehicle_id, at);
create index vehicle_toll_unmatched on vehicle_toll (company_id, plate) where vehicle_id is null;
select company_wall('vehicle_toll');
grant select, insert, update (vehicle_id) on vehicle_toll to magistral_app, magistral_system;
select announce_changes('vehicle_toll', 'vehicles');
