-- The request that a message's buttons answer, so that the messages of closed requests are found whichever came first.
-- The revision is that of an order, whose older buttons do nothing; that of an exception is 0.
alter table channel_message
  add request_kind text check (request_kind in ('exception', 'order')),
  add request_id bigint,
  add request_revision int,
  add constraint channel_message_request check (num_nulls(request_kind, request_id, request_revision) in (0, 3));
update channel_message message
set request_kind = case when asked.target ? 'exceptionId' then 'exception' else 'order' end,
  request_id = coalesce(asked.target ->> 'exceptionId', asked.target ->> 'requestId')::bigint,
  request_revision = coalesce((asked.target ->> 'revision')::int, 0)
from (
  select distinct on (message_id) message_id, target from channel_button
  where target ? 'exceptionId' or target ? 'requestId' order by message_id, place
) asked
where asked.message_id = message.id and message.awaits is not null;
create index channel_message_request on channel_message (request_kind, request_id, request_revision) where awaits is not null;

-- A messenger that asked to wait gets no change of a message in this chat before that time.
alter table linked_channel add edits_resume_at timestamptz;
