-- What a network last said of a choice or an order that waits, for the person who has to find out what became of it; of
-- operations `network_word` keeps it.
alter table card_change add column network_said text, add column heard_at timestamptz;
alter table card_request_item
  add column network_said text,
  add column heard_at timestamptz,
  -- When its network was last asked anew, by an approval; null: before this column, then the request's approval.
  add column asked_at timestamptz;
create index card_change_unclear on card_change (created_at) where state = 'waiting';

-- An event that was settled with its network by hand: a person has put it away, and it is never booked.
alter table network_orphan
  add column closed_at timestamptz,
  add column closed_by bigint references app_user,
  add column close_reason text,
  add constraint network_orphan_closed check (num_nulls(closed_at, closed_by, close_reason) in (0, 3));
create index network_orphan_unsettled on network_orphan (id desc) where booked_at is null and closed_at is null;
