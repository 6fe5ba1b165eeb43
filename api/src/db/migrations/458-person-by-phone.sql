-- outside a transaction
-- Staff find a client by the beginning of a colleague's phone.
create index concurrently app_user_phone_beginning on app_user (phone text_pattern_ops);
