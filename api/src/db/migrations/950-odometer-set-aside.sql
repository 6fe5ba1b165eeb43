-- A reading that a later one has proved wrong stays in sight and counts no more.
alter table vehicle_odometer add column is_set_aside boolean not null default false;
