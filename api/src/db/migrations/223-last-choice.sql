-- A card says what its network has still to accept of it, or has refused: the newest choice of each kind, for a thousand
-- cards at a time.
create index card_change_last on card_change (card_id, kind, id desc) where state <> 'superseded';
-- Cards that are asked for together are read behind the wall of their companies.
create policy companies_of_the_batch on card_change to magistral_posting using (
  company_id in (select unnest(nullif(current_setting('app.companies', true), '')::bigint[]))
);
grant select on card_change to magistral_posting;
