-- Deeds that move money are posted together, whoever's they are, in one transaction. Its role sees the companies of
-- its batch (`app.companies`) and nobody else's, and can do no more than a posting needs.
do $$
begin
  if not exists (select from pg_roles where rolname = 'magistral_posting') then
    create role magistral_posting nologin;
  end if;
  execute format('grant magistral_posting to %I', current_user);
end
$$;

grant usage on schema public to magistral_posting;

create function batch_wall(walled regclass, company_column text default 'company_id') returns void
language plpgsql as $$
begin
  execute format(
    'create policy companies_of_the_batch on %s to magistral_posting using (%I = any ((select nullif(current_setting(''app.companies'', true), ''''))::bigint[]))',
    walled, company_column);
end
$$;

select batch_wall('company', 'id');
select batch_wall('ledger_account');
select batch_wall('ledger_transfer');
select batch_wall('ledger_entry');
select batch_wall('distribution');
select batch_wall('operation');
select batch_wall('card');

grant select, update (threshold_crossed, threshold_message_due) on company to magistral_posting;
grant select, update (balance_kopecks, floor_kopecks) on ledger_account to magistral_posting;
grant select, insert on ledger_transfer, ledger_entry to magistral_posting;
grant select, insert on distribution to magistral_posting;
grant select, insert, update (status_id, reason, finished_at, next_attempt_at) on operation to magistral_posting;
grant select on card, partner, maintenance to magistral_posting;
grant select, insert on idempotent_request to magistral_posting;
grant select, update (tries, used_at) on sms_code to magistral_posting;

-- A batch names its rows before it writes them, so that one statement writes transfers with their entries, and the
-- business rows of a batch are one statement too.
grant usage on sequence ledger_transfer_id_seq to magistral_app, magistral_system, magistral_posting;
grant usage on sequence distribution_id_seq to magistral_posting;
grant usage on sequence operation_id_seq to magistral_app, magistral_system, magistral_posting;

-- Balances change in place as long as their page has room.
alter table ledger_account set (fillfactor = 60);

-- The codes that a person could say now: each deed that is confirmed by SMS looks for them.
create index sms_code_waiting on sms_code (user_id) where used_at is null and replaced_at is null;

-- As enqueue_job, many at once.
create function enqueue_jobs(task text, payloads json[], job_keys text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_jobs(array(
    select row(task, payload, null, now(), 25, job_key, null, null)::graphile_worker.job_spec
    from unnest(payloads, job_keys) as asked (payload, job_key)));
end
$$;
revoke all on function enqueue_jobs from public;
grant execute on function enqueue_jobs to magistral_app, magistral_system, magistral_posting;

-- The answers of a batch show cards: read behind the same wall.
select batch_wall('driver');
select batch_wall('card_driver');
grant select on driver, card_driver to magistral_posting;
