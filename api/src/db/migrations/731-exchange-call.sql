-- When a company's own program has last called the door that 1C speaks to, and for what.
create table exchange_call (
  company_id bigint primary key references company,
  at timestamptz not null,
  call text not null
);
select company_wall('exchange_call');
grant select on exchange_call to magistral_app;
grant select, insert, update on exchange_call to magistral_system;
