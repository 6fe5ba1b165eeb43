-- Each list of stations that staff have loaded, with the list before it, so that the last one can be undone. Only the
-- newest keeps it: gzip of JSON.
create table station_load (
  id bigint generated always as identity primary key,
  version bigint not null,
  loaded_at timestamptz not null,
  loaded_by bigint not null references app_user,
  before_count int not null,
  after_count int not null,
  before_list bytea,
  undone_at timestamptz,
  undone_by bigint references app_user
);
grant select, insert, update on station_load to magistral_system;
