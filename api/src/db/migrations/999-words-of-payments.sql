-- outside a transaction
-- Staff search payments by parts of the number, the payer, its INN and the purpose.
create index concurrently bank_payment_words on bank_payment using gin (
  lower(number || ' ' || payer_inn || ' ' || payer_name || ' ' || purpose) gin_trgm_ops);
