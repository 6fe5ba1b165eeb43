-- The number that a company gives its drivers to ring from their pages.
create table dispatcher_phone (
  company_id bigint primary key references company,
  phone text not null check (phone ~ '^\d{10,15}$'),
  changed_at timestamptz not null,
  changed_by bigint not null references app_user
);
create index dispatcher_phone_changed_by on dispatcher_phone (changed_by);
select company_wall('dispatcher_phone');
grant select, insert, update, delete on dispatcher_phone to magistral_app, magistral_system;
