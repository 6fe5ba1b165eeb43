-- The announcement in the cabinet that staff write: one row at most. Until there is one, the operator's file says it; without
-- days there is none.
create table holiday_notice (
  place int primary key check (place = 1),
  title text not null,
  text text not null,
  first_day date,
  last_day date,
  changed_by bigint not null references app_user,
  changed_at timestamptz not null,
  check ((first_day is null) = (last_day is null))
);
grant select, insert, update on holiday_notice to magistral_system;
