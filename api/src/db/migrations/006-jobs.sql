-- A job is asked for in the transaction whose intent it carries out, so neither exists without the other.
-- The queue belongs to the owner; the program's roles reach it through this one door.
create function enqueue_job(task text, payload json, job_key text default null, run_at timestamptz default null)
returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job(
    task, payload, run_at => coalesce(run_at, now()), job_key => job_key, max_attempts => 25);
end
$$;
revoke all on function enqueue_job from public;
grant execute on function enqueue_job to magistral_app, magistral_system;
