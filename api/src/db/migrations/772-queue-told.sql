-- How many waited at each place of the staff when its members were told of it last.
create table queue_told (
  place text primary key,
  count int not null
);
grant select, insert, update on queue_told to magistral_system;
