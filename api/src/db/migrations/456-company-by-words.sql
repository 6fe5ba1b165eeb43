-- outside a transaction
-- Staff find a client by the beginnings of words of its title.
create index concurrently company_words on company using gin (to_tsvector('simple', translate(title, 'ёЁ', 'еЕ')));
