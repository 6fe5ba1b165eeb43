-- A card is read with the group of its truck, several companies' cards at a time.
create policy companies_of_the_batch on vehicle_group to magistral_posting using (
  company_id = any ((select nullif(current_setting('app.companies', true), ''))::bigint[]));
grant select on vehicle_group to magistral_posting;
