-- The wall of a batch asks of each row whether its company is in the batch. It asks a list that is hashed once for a
-- statement: compared with an array, the planner either reads every row of the batch's companies and holds each
-- against each place that was asked for, or goes through the array again for every row.
do $$
declare
  walled record;
begin
  for walled in
    select schemaname, tablename, case tablename when 'company' then 'id' else 'company_id' end as company_column
    from pg_policies where policyname = 'companies_of_the_batch'
  loop
    execute format(
      'alter policy companies_of_the_batch on %I.%I using (%I in (select unnest(nullif(current_setting(''app.companies'', true), '''')::bigint[])))',
      walled.schemaname, walled.tablename, walled.company_column);
  end loop;
end
$$;

drop function batch_wall(regclass, text);
