-- A УКД by how much it changes its УПД, as the books of tax list it; null for corrections that were published before or as a
-- file. `is_return`: the closing of a month has made it for fuel of a closed month that was given back. Its УПД stays valid.
alter table month_document
  add column change_kopecks bigint,
  add column vat_change_kopecks bigint,
  add column is_return boolean not null default false;
