-- Who owns what looks wrong in a company where its rule names nobody, and how far the daily letter has told of it.
create table signal_duty (
  company_id bigint primary key references company,
  owner_id bigint references app_user,
  -- The last day, Moscow, on which was looked whether there is news.
  told_on date,
  -- The newest signal that was told of.
  told_id bigint not null default 0
);
create index signal_duty_owner on signal_duty (owner_id);
select company_wall('signal_duty');
grant select, insert, update on signal_duty to magistral_app, magistral_system;

-- What is at stake: the sum of the filling, weighed by how sure the rule is.
alter table fleet_signal add column stake_kopecks bigint not null default 0;
update fleet_signal set stake_kopecks = operation.sum_kopecks from operation where operation.id = fleet_signal.operation_id;
alter table fleet_signal add column weight bigint generated always as (stake_kopecks * confidence / 100) stored;
create index fleet_signal_weight on fleet_signal (company_id, weight desc, id desc);
