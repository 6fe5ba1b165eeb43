-- What members of the staff have moved alone, by Moscow day (decision 107): above a sum per member and day a second one confirms.
create table moved_alone (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  day date not null,
  -- The call's name in the contract, and what it was about: the client, payment, return, operation or file.
  action text not null,
  subject_id bigint not null,
  sum_kopecks bigint not null check (sum_kopecks > 0),
  moved_at timestamptz not null
);
create index moved_alone_day on moved_alone (user_id, day);
select only_grows('moved_alone');
grant select, insert on moved_alone to magistral_system;

-- Money of a file that its bank does not bear out and that was too much for the member who loaded it: it waits.
alter table bank_payment add column unconfirmed boolean not null default false;
-- Why credit was given.
alter table credit_change add column reason text;
