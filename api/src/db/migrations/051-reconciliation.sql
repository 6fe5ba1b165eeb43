-- What the nightly look through the books has found. A report for people: nothing here mends anything.
create table reconciliation_run (
  id bigint generated always as identity primary key,
  -- 'nightly', 'by-hand' (a person behind the counter) or 'command' (npm run reconcile).
  asked_by text not null check (asked_by in ('nightly', 'by-hand', 'command')),
  -- The Moscow day; of one night there is one report, however many processes look.
  day date not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  transfers bigint not null,
  cards int not null,
  -- Networks that answered for their cards.
  networks int[] not null,
  differences int not null
);
create unique index reconciliation_run_night on reconciliation_run (day) where asked_by = 'nightly';
select only_grows('reconciliation_run');
grant select, insert on reconciliation_run to magistral_system;

create table reconciliation_difference (
  id bigint generated always as identity primary key,
  run_id bigint not null references reconciliation_run,
  kind text not null,
  details jsonb not null
);
create index reconciliation_difference_run on reconciliation_difference (run_id, id);
select only_grows('reconciliation_difference');
grant select, insert on reconciliation_difference to magistral_system;

-- How much a person asked to be moved: what the transfers of a distribution must come to. Null: older than this column.
alter table distribution add column sum_kopecks bigint check (sum_kopecks > 0);
