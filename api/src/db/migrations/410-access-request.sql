-- Who knows a client's INN asks its admin for access. One row for each person and company; it goes when access is given.
create table access_request (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  user_id bigint not null references app_user,
  asked_at timestamptz not null,
  declined_at timestamptz,
  unique (company_id, user_id)
);
select company_wall('access_request');
grant select, insert, update, delete on access_request to magistral_app, magistral_system;
