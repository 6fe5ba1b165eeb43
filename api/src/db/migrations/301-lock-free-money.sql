-- A batch of deeds takes the companies whose money is free and leaves the others out: one that is held keeps nobody else
-- waiting. Each is waited for in the order of their ids, all of them together no longer than `patience_ms`. From then on
-- the transaction sees the locked companies only, so that none of its statements can wait for a row of another one.
create function lock_free_money(company_ids bigint[], patience_ms int) returns bigint[]
language plpgsql as $$
declare
  deadline constant timestamptz := clock_timestamp() + patience_ms * interval '1 millisecond';
  usual constant text := current_setting('lock_timeout');
  left_ms int;
  one bigint;
  locked bigint[] := '{}';
begin
  foreach one in array company_ids loop
    if pg_try_advisory_xact_lock(hashtext('company-money'), one::int) then
      locked := locked || one;
      continue;
    end if;
    left_ms := extract(epoch from deadline - clock_timestamp()) * 1000;
    continue when left_ms <= 0;
    begin
      perform set_config('lock_timeout', left_ms::text, true);
      perform pg_advisory_xact_lock(hashtext('company-money'), one::int);
      perform set_config('lock_timeout', usual, true);
      locked := locked || one;
    exception when lock_not_available then
      null;
    end;
  end loop;
  perform set_config('app.companies', locked::text, true);
  return locked;
end
$$;
revoke all on function lock_free_money from public;
grant execute on function lock_free_money to magistral_posting;
