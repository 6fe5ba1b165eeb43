-- Since when a company does without these steps of its months (decision 215); null: they count.
alter table company
  add column no_mileage_since timestamptz,
  add column no_waybills_since timestamptz;
