-- Money moved between a company's unallocated funds and its partner accounts: the subject of those transfers.
create table distribution (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  kind text not null check (kind in ('distribute', 'revoke')),
  author_id bigint not null references app_user,
  created_at timestamptz not null
);
create index distribution_company on distribution (company_id, id desc);
select company_wall('distribution');
grant select, insert on distribution to magistral_app, magistral_system;
