-- News that staff write. The operator's file, or ours, is copied here once, at the first start.
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
