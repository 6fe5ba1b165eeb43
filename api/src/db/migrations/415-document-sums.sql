-- What a document comes to, as it is printed on it; null where it has no sum of its own, or was made before this. VAT
-- stands on a УПД alone, so that what has VAT can be added up without counting a sale twice.
alter table month_document
  add column sum_kopecks bigint,
  add column vat_kopecks bigint;
