-- Sums and litres of events as people write them: the feed sends the text as it stands, and 2450.5000000000000000 is no sum.

create or replace function tell_operations() returns trigger
language plpgsql as $$
begin
  insert into change_event (company_id, generation, type, at, data)
  select company_id, (select generation from event_generation), tg_argv[0],
    case tg_op when 'INSERT' then created_at else coalesce(finished_at, created_at) end,
    json_build_object('id', id, 'card_id', card_id, 'partner_id', partner_id, 'type_id', type_id, 'status_id', status_id,
      'sum', trim_scale(sum_kopecks::numeric / 100), 'litres', trim_scale(centilitres::numeric / 100), 'goods', goods_title, 'created_at', created_at)
  from touched order by id;
  return null;
end
$$;

create or replace function tell_balances() returns trigger
language plpgsql as $$
begin
  insert into change_event (company_id, generation, type, at, data)
  select company_id, (select generation from event_generation), 'balance.changed', now(),
    json_build_object('account', kind, 'partner_id', partner_id, 'card_id', card_id, 'balance', trim_scale(balance_kopecks::numeric / 100))
  from touched where kind in ('unallocated', 'partner', 'card', 'debt') order by id;
  return null;
end
$$;

create or replace function tell_documents() returns trigger
language plpgsql as $$
begin
  insert into change_event (company_id, generation, type, at, data)
  select company_id, (select generation from event_generation), 'document.published', published_at,
    json_build_object('id', id, 'partner_id', partner_id, 'kind', kind, 'title', title, 'month', month,
      'sum', trim_scale(sum_kopecks::numeric / 100))
  from touched order by id;
  return null;
end
$$;
