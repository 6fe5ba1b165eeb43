-- outside a transaction
-- A session that is deleted is looked for here.
create index concurrently spent_refresh_token_session on spent_refresh_token (session_id);
