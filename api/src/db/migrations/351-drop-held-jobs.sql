-- What a silent network's jobs are about waits in tables of its own; thousands of them in the queue would only be in
-- everybody's way.
create function drop_held_jobs(tasks text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where task_identifier = any(tasks) and locked_at is null));
end
$$;
revoke all on function drop_held_jobs from public;
grant execute on function drop_held_jobs to magistral_system;
