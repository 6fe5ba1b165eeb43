-- A statement that writes an earlier payment order otherwise is found by what no bank changes of it.
create index bank_payment_document on bank_payment (dated_on, number);
