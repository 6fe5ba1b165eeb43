-- outside a transaction
-- Staff find a client by the beginning of its INN.
create index concurrently company_inn_beginning on company (inn text_pattern_ops);
