-- Who acted: a person in his role, or a job or a network by its name (`actor`); and the request that he acted by.
alter table audit_event
  add column role text,
  add column actor text,
  add column device text,
  add column request_id text;

-- A company's admin reads the lines of his own company, and a company's transaction writes no line for another one.
select company_wall('audit_event');
create policy of_no_company on audit_event for insert to magistral_app with check (company_id is null);
create policy of_the_batch on audit_event for insert to magistral_posting with check (true);
grant select on audit_event to magistral_app;
