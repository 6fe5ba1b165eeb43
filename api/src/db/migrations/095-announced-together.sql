-- What a statement changes is announced in one piece, `<topic> <id>,<id>,…`, however many companies it touches: a batch of
-- deeds touches hundreds, and each announcement is written, sent and heard by itself. One holds 8000 bytes.
create or replace function announce_change() returns trigger
language plpgsql as $$
begin
  perform pg_notify('changed', tg_argv[0] || ' ' || string_agg(company_id::text, ','))
  from (
    select company_id, row_number() over () / 400 as part from (select distinct company_id from touched) company
  ) numbered
  group by part;
  return null;
end
$$;
