-- The queue belongs to the owner. Through these doors the program sees what waits in it and what has failed for good,
-- and begins a failed job anew; as with enqueue_job, it reaches nothing else of it.
create function queue_load()
returns table (task text, ready bigint, oldest_ready_at timestamptz, failed bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select tasks.identifier,
    count(*) filter (where jobs.is_available and jobs.run_at <= now()),
    min(jobs.run_at) filter (where jobs.is_available and jobs.run_at <= now()),
    count(*) filter (where jobs.locked_at is null and jobs.attempts >= jobs.max_attempts)
  from graphile_worker._private_jobs jobs
  join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
  group by tasks.identifier
$$;

create function failed_jobs()
returns table (id bigint, task text, payload json, attempts int, last_error text, failed_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select jobs.id, tasks.identifier, jobs.payload, jobs.attempts::int, jobs.last_error, jobs.updated_at
  from graphile_worker._private_jobs jobs
  join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
  where jobs.locked_at is null and jobs.attempts >= jobs.max_attempts
$$;

-- True when it had failed for good: it begins with all its attempts before it.
create function retry_failed_job(job_id bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from failed_jobs() failed where failed.id = job_id;
  if not found then return false; end if;
  perform graphile_worker.reschedule_jobs(array[job_id], run_at => now(), attempts => 0);
  return true;
end
$$;

revoke all on function queue_load, failed_jobs, retry_failed_job from public;
grant execute on function queue_load, failed_jobs, retry_failed_job to magistral_system;
