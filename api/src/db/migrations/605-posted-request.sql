-- A part knows only its own request ids. Which were used in the others is kept here, for the transfers after the first part.
create table posted_request (
  request_id text collate "C" primary key,
  transfer_id bigint not null,
  company_id bigint not null
);
select company_wall('posted_request');
create policy companies_of_the_batch on posted_request to magistral_posting using (
  company_id in (select unnest(nullif(current_setting('app.companies', true), '')::bigint[])));
select only_grows('posted_request');
grant select, insert on posted_request to magistral_app, magistral_system, magistral_posting;

-- In the transaction that posts, whoever posts and by whatever statement. The first part has a unique key of its own, and
-- is asked too: its request ids are not copied.
create function keep_posted_requests() returns trigger
language plpgsql as $$
declare
  used text;
begin
  insert into posted_request select request_id, id, company_id from added where id >= 2400000000000;
  if not found then
    return null;
  end if;
  -- The limit keeps the planner, which can't know how few were added, from reading the first part whole.
  select former.request_id into used
  from added cross join lateral (
    select request_id from ledger_transfer where request_id = added.request_id and id < 2400000000000 limit 1
  ) former
  where added.id >= 2400000000000 limit 1;
  if used is not null then
    raise exception 'request id % was posted before', used using errcode = 'unique_violation';
  end if;
  return null;
end
$$;
