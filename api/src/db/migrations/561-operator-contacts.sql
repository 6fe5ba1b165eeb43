-- How clients reach the operator, as staff write it: one row at most. Until there is one, the operator's file says it.
create table operator_contacts (
  place int primary key check (place = 1),
  phone text not null,
  email text not null,
  chat_url text not null,
  hours text not null,
  address text not null,
  changed_by bigint not null references app_user,
  changed_at timestamptz not null
);
grant select, insert, update on operator_contacts to magistral_system;
