-- A driver asks from his own page: in whose name the link was made stands beside him.
alter table rule_exception add column driver_id bigint references driver on delete set null;
create index rule_exception_driver on rule_exception (driver_id) where driver_id is not null;
