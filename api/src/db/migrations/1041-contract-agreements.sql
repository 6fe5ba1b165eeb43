-- An additional agreement changes the requisites of an edition of a contract: 1 is its first; 0 is the edition itself.
alter table contract_edition
  add column agreement int not null default 0 constraint contract_edition_agreement_check check (agreement >= 0),
  drop constraint contract_edition_pkey,
  add primary key (company_id, edition, agreement);
