-- How often something that has a daily limit was done: by whom (a company, a person), on which Moscow day.
create table day_count (
  what text not null,
  whose bigint not null,
  day date not null,
  done int not null,
  primary key (what, whose, day)
);
create index day_count_day on day_count (day);
grant select, insert, update, delete on day_count to magistral_system;
