-- A call that gives a network a moment to answer hears of the answer by its number, whichever process has booked it.
create function announce_row() returns trigger
language plpgsql as $$
begin
  perform pg_notify('changed', tg_argv[0] || ' ' || new.id);
  return null;
end
$$;

create trigger announce_answer after update of status_id on operation
  for each row when (old.status_id = 2 and new.status_id <> 2) execute function announce_row('operation-ended');
create trigger announce_answer after update of state on card_change
  for each row when (old.state = 'waiting' and new.state <> 'waiting') execute function announce_row('choice-answered');
