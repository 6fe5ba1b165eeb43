-- Our own proposal to annul a document, until a person has signed it at the operator; why.
alter table edm_message add column annulment_reason text,
  add column annulment_asked_at timestamptz;
alter table edm_message add constraint edm_message_annulment check ((annulment_reason is null) = (annulment_asked_at is null)) not valid;
-- Who the company is in the exchange: the first three characters name its operator, which may be another one than ours.
alter table edm_connection add column participant_id text,
  add column roaming boolean not null default false;
