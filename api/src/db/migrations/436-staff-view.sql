-- How the programme's staff look at their lists, by name: as saved_view, without a company. Shared ones are seen by all
-- staff; no company sees any.
create table staff_view (
  id bigint generated always as identity primary key,
  author_id bigint not null references app_user,
  list text not null,
  name text not null,
  query text not null,
  shared boolean not null,
  saved_at timestamptz not null,
  unique (author_id, list, name)
);
grant select, insert, update, delete on staff_view to magistral_system;
