-- What a buyer answers at the operator: signed with disagreements; a document that one side wants annulled, and one that is.
alter table edm_message drop constraint edm_message_state_check;
alter table edm_message add constraint edm_message_state_check
  check (state in ('queued', 'sent', 'delivered', 'signed', 'disagreed', 'refused', 'cancelling', 'cancelled', 'failed')) not valid;

-- How far the operator's news are read.
create table edm_cursor (
  provider text primary key,
  cursor text not null,
  changed_at timestamptz not null
);
grant select, insert, update on edm_cursor to magistral_system;
