-- Which station list is in force: a process that keeps the list in memory looks here whether it still holds.
create table station_list (
  whole boolean primary key default true check (whole),
  version bigint not null default 0
);
insert into station_list default values;
grant select on station_list to magistral_app;
grant select, update on station_list to magistral_system;
