-- How far a document that went out to the operator has come. `queued`: not handed over yet; the rest is the operator's word.
alter table edm_message
  add column state text not null default 'queued'
    check (state in ('queued', 'sent', 'delivered', 'signed', 'refused', 'failed')),
  add column reason text,
  add column changed_at timestamptz;
update edm_message set state = 'sent', changed_at = sent_at where sent_at is not null;
update edm_message set changed_at = asked_at where sent_at is null;
alter table edm_message alter column changed_at set not null;

-- The operator hands out a newer refresh token with each access token, and the old one dies. It is sealed with the
-- client's secret, and belongs to the token of the configuration: a newly configured one begins anew.
create table edm_refresh_token (
  configured_hash bytea primary key,
  sealed bytea not null,
  changed_at timestamptz not null
);
grant select, insert, update on edm_refresh_token to magistral_system;
