-- News that staff write, and the holiday notice. The operator's file, or ours, is copied here once, at the first start.
create table news_item (
  id bigint generated always as identity primary key,
  day date not null,
  title text not null,
  html text not null,
  hidden_at timestamptz,
  changed_by bigint references app_user,
  changed_at timestamptz not null
);
grant select, insert, update on news_item to magistral_system;

-- One row at most. Until staff have said something, the operator's file says it; null days: no notice.
create table holiday_notice (
  place int primary key check (place = 1),
  title text not null,
  text text not null,
  first_day date,
  last_day date,
  changed_by bigint not null references app_user,
  changed_at timestamptz not null
);
grant select, insert, update on holiday_notice to magistral_system;
