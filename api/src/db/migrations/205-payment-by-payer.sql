-- The key of a bank's document names the payer's INN, since a bank may pay for several clients from one account. Beside it
-- stands the key without the INN, by which a statement that leaves it out is recognised. Null: booked before, the key
-- itself is the one without.
alter table bank_payment add column key_without_inn text;
create index bank_payment_without_inn on bank_payment (coalesce(key_without_inn, document_key));
