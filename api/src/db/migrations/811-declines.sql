-- Purchases that were refused at the pump, as the network or the portal has said so.
create table decline (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  card_id bigint not null references card,
  partner_id int not null references partner,
  at timestamptz not null,
  code text not null,
  reason text not null,
  station text,
  goods_id int,
  goods_title text,
  centilitres bigint not null,
  sum_kopecks bigint not null
);
create index decline_company on decline (company_id, at desc, id desc);
create index decline_card on decline (card_id, at desc);
select company_wall('decline');
select announce_changes('decline', 'operations');
grant select on decline to magistral_app;
grant select, insert on decline to magistral_system;

create function tell_declines() returns trigger
language plpgsql as $$
begin
  insert into change_event (company_id, generation, type, at, data)
  select company_id, (select generation from event_generation), 'decline.created', at,
    json_build_object('id', id, 'card_id', card_id, 'partner_id', partner_id, 'code', code, 'reason', reason,
      'station', station, 'goods', goods_title, 'litres', centilitres::numeric / 100, 'sum', sum_kopecks::numeric / 100)
  from touched order by id;
  return null;
end
$$;
create trigger tell_insert after insert on decline
  referencing new table as touched for each statement execute function tell_declines();
