-- The Idempotency-Key under which a company's program asked for the operation, as the program wrote it. Its events carry
-- it, so that the program recognises its own transfer whichever way it learns of it.
alter table operation add column request_key text;

create or replace function tell_operations() returns trigger
language plpgsql as $$
begin
  insert into change_event (company_id, generation, type, at, data)
  select company_id, (select generation from event_generation), tg_argv[0],
    case tg_op when 'INSERT' then created_at else coalesce(finished_at, created_at) end,
    json_build_object('id', id, 'card_id', card_id, 'partner_id', partner_id, 'type_id', type_id, 'status_id', status_id,
      'sum', trim_scale(sum_kopecks::numeric / 100), 'litres', trim_scale(centilitres::numeric / 100), 'goods', goods_title,
      'created_at', created_at, 'request_key', request_key)
  from touched order by id;
  return null;
end
$$;
