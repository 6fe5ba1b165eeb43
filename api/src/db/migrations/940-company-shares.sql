-- A job of a company carries the company as a flag of the queue: a lane skips the jobs of a company that has its share of
-- places already (api/src/queue/company-shares.ts). The flag comes from what the payload names, so no call site can forget it.

-- Tries in a row that an address has left unanswered, and until when it is left alone.
alter table webhook add silent_tries int not null default 0, add rests_until timestamptz;

create function job_flags(payload json) returns text[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  company bigint := (payload ->> 'companyId')::bigint;
  silent boolean := false;
begin
  if payload ->> 'webhookId' is not null then
    select company_id, silent_tries > 0 into company, silent from webhook where id = (payload ->> 'webhookId')::bigint;
  elsif payload ->> 'userId' is not null then
    select company_id into company from app_user where id = (payload ->> 'userId')::bigint;
  elsif payload ->> 'letterId' is not null then
    select app_user.company_id into company from letter join app_user on app_user.id = letter.user_id
    where letter.id = (payload ->> 'letterId')::bigint;
  elsif payload ->> 'messageId' is not null then
    select app_user.company_id into company from security_sms join app_user on app_user.id = security_sms.user_id
    where security_sms.id = (payload ->> 'messageId')::bigint;
  elsif payload ->> 'sendingId' is not null then
    select company_id into company from mailing_sending where id = (payload ->> 'sendingId')::bigint;
  elsif payload ->> 'addressId' is not null then
    select company_id into company from mailing_address where id = (payload ->> 'addressId')::bigint;
  elsif payload ->> 'documentId' is not null then
    select company_id into company from month_document where id = (payload ->> 'documentId')::bigint;
  elsif payload ->> 'invitationId' is not null then
    select company_id into company from invitation where id = (payload ->> 'invitationId')::bigint;
  elsif payload ->> 'orderId' is not null then
    select company_id into company from fast_payment_order where id = (payload ->> 'orderId')::bigint;
  end if;
  return array_remove(array['company:' || company, case when silent then 'silent' end], null);
end
$$;
revoke all on function job_flags from public;

-- As before, with the flags. The jobs of a network have its id in their name, a lane of their own, and no shares.
create or replace function enqueue_job(task text, payload json, job_key text default null, run_at timestamptz default null)
returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job(
    task, payload, run_at => coalesce(run_at, now()), job_key => job_key, max_attempts => 25,
    flags => case when strpos(task, ':') = 0 then job_flags(payload) end);
end
$$;

create or replace function enqueue_tasks(tasks text[], payloads json[], job_keys text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_jobs(array(
    select row(task, payload, null, now(), 25, job_key, null,
      case when strpos(task, ':') = 0 then job_flags(payload) end)::graphile_worker.job_spec
    from unnest(tasks, payloads, job_keys) as asked (task, payload, job_key)));
end
$$;

-- As enqueue_tasks; a job that waits already keeps its place in the line.
create function enqueue_tasks_in_line(tasks text[], payloads json[], job_keys text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_jobs(array(
    select row(task, payload, null, now(), 25, job_key, null,
      case when strpos(task, ':') = 0 then job_flags(payload) end)::graphile_worker.job_spec
    from unnest(tasks, payloads, job_keys) as asked (task, payload, job_key)), job_key_preserve_run_at => true);
end
$$;
revoke all on function enqueue_tasks_in_line from public;
grant execute on function enqueue_tasks_in_line to magistral_system;
