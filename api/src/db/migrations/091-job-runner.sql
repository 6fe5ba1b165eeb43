-- Processes that run the queue, and when each was last alive. Jobs that a dead one was holding are let go after a minute;
-- the queue by itself would keep them for four hours.
create table job_runner (
  id text primary key,
  seen_at timestamptz not null
);
