-- The messenger's own id of a message whose buttons wait for one answer, so that they can be removed once a request is
-- closed elsewhere. Null: there are no such buttons, or they are removed.
alter table channel_message add awaits text check (length(awaits) <= 200);
create index channel_message_awaits on channel_message (id) where awaits is not null;
