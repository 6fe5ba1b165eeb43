-- The BIC of the payer's bank, as our bank's statement names it. Null: not named, or booked before this column.
alter table bank_payment add column payer_bik text;
