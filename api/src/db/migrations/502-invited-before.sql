-- outside a transaction
-- Of which companies somebody was a colleague: asked when staff look at a request of theirs.
create index concurrently audit_event_invited on audit_event ((details ->> 'colleagueId')) where what = 'colleague-invited';
