-- As enqueue_jobs, each with a task of its own: the commands of one batch go to the lanes of several networks.
-- enqueue_jobs stays for processes of the version before.
create function enqueue_tasks(tasks text[], payloads json[], job_keys text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_jobs(array(
    select row(task, payload, null, now(), 25, job_key, null, null)::graphile_worker.job_spec
    from unnest(tasks, payloads, job_keys) as asked (task, payload, job_key)));
end
$$;
revoke all on function enqueue_tasks from public;
grant execute on function enqueue_tasks to magistral_app, magistral_system, magistral_posting;
