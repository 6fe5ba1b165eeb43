-- How a person looks at a list, by name: filters, order and columns as the list's address has them. Shared ones are
-- seen by the whole company; only whoever saved one changes or removes it.
create table saved_view (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  author_id bigint not null references app_user,
  list text not null,
  name text not null,
  query text not null,
  shared boolean not null,
  saved_at timestamptz not null,
  unique (company_id, author_id, list, name)
);
select company_wall('saved_view');
grant select, insert, update, delete on saved_view to magistral_app, magistral_system;
