-- How far a document has come at the EDM operator stands beside the document. A new row comes with its document, which is
-- announced already; the operator is asked again and again, and only what it says otherwise is news.
create function announce_progress() returns trigger
language plpgsql as $$
begin
  perform pg_notify('changed', 'documents ' || new.company_id);
  return null;
end
$$;
create trigger announce_update after update of state, reason on edm_message
  for each row when (old.state <> new.state or old.reason is distinct from new.reason) execute function announce_progress();
