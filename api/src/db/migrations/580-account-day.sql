-- The balance of an account at the end of a Moscow day on which it moved. A seal stands for entries: all up to its last
-- transfer were posted before the end of its day, all later ones after it. Without it the entries are read themselves.
create table account_day (
  company_id bigint not null,
  account_id bigint not null,
  day date not null,
  closing_kopecks bigint not null,
  -- Since the seal before, both positive.
  in_kopecks bigint not null check (in_kopecks >= 0),
  out_kopecks bigint not null check (out_kopecks >= 0),
  last_transfer_id bigint not null,
  primary key (company_id, account_id, day)
);
select company_wall('account_day');
grant select on account_day to magistral_app;
grant select, insert, delete on account_day to magistral_system;
