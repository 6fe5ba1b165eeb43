-- outside a transaction
-- Staff find a person by the beginnings of the name and the surname.
create index concurrently app_user_names on app_user using gin (
  to_tsvector('simple', translate(coalesce(lastname, '') || ' ' || coalesce(firstname, ''), 'ёЁ', 'еЕ')));
