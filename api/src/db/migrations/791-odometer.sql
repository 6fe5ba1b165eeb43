-- What a truck's odometer showed and when; it only grows.
create table vehicle_odometer (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  vehicle_id bigint not null references vehicle,
  at timestamptz not null,
  km int not null check (km >= 0),
  unique (company_id, vehicle_id, at)
);
create index vehicle_odometer_vehicle on vehicle_odometer (vehicle_id, at);
select company_wall('vehicle_odometer');
grant select, insert, update, delete on vehicle_odometer to magistral_app, magistral_system;
select announce_changes('vehicle_odometer', 'vehicles');

-- What was first on a card counts for all that the card ever bought: until it was entered, nobody wrote down who it was.
update driver_on_card set since = '2000-01-01';
