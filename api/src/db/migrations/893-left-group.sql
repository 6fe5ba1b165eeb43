-- Until when a truck was in another group than now (null: in none), so that reports name its group as it was at the time. Which
-- group it was first in counts for all before. A group that is removed leaves its trucks in none, then as well.
create table vehicle_left_group (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  vehicle_id bigint not null references vehicle,
  group_id bigint references vehicle_group,
  until timestamptz not null
);
create index vehicle_left_group_vehicle on vehicle_left_group (vehicle_id, until);
create index vehicle_left_group_group on vehicle_left_group (group_id);
select company_wall('vehicle_left_group');
grant select, insert, update, delete on vehicle_left_group to magistral_app, magistral_system;
