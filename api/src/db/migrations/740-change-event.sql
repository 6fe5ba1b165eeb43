-- What has changed for a company, in an order in which nothing that is committed is ever skipped (decision 74). Written by
-- the transaction that changes it, whatever the use case. `xid` is that transaction: a reader takes only what is older than
-- every transaction that still writes, so none can appear behind the place that it has reached.
create table change_event (
  company_id bigint not null,
  -- Counts the database servers that this history has been carried over to: their transactions are numbered anew.
  generation smallint not null,
  xid xid8 not null default pg_current_xact_id(),
  id bigint not null generated always as identity,
  type text not null,
  at timestamptz not null,
  data json not null,
  primary key (company_id, generation, xid, id)
);
-- What is old goes by the night, and lies together.
create index change_event_at on change_event using brin (at);
select company_wall('change_event');
create policy companies_of_the_batch on change_event to magistral_posting using (
  company_id in (select unnest(nullif(current_setting('app.companies', true), '')::bigint[]))
);
grant select, insert on change_event to magistral_app;
grant insert on change_event to magistral_posting;
grant select, insert, delete on change_event to magistral_system;

create table event_generation (
  only_one boolean primary key default true check (only_one),
  generation smallint not null,
  -- The identity of the server (pg_control_system), as text.
  server text not null,
  -- The highest place that has been deleted: who has not read as far has missed something.
  deleted_generation smallint not null default 0,
  deleted_xid xid8 not null default '0',
  deleted_id bigint not null default 0
);
insert into event_generation (generation, server) select 1, system_identifier::text from pg_control_system();
grant select on event_generation to magistral_app, magistral_posting;
grant select, update on event_generation to magistral_system;

create function tell_operations() returns trigger
language plpgsql as $$
begin
  insert into change_event (company_id, generation, type, at, data)
  select company_id, (select generation from event_generation), tg_argv[0],
    case tg_op when 'INSERT' then created_at else coalesce(finished_at, created_at) end,
    json_build_object('id', id, 'card_id', card_id, 'partner_id', partner_id, 'type_id', type_id, 'status_id', status_id,
      'sum', sum_kopecks::numeric / 100, 'litres', centilitres::numeric / 100, 'goods', goods_title, 'created_at', created_at)
  from touched order by id;
  return null;
end
$$;
create trigger tell_insert after insert on operation
  referencing new table as touched for each statement execute function tell_operations('operation.created');
create trigger tell_update after update on operation
  referencing new table as touched for each statement execute function tell_operations('operation.changed');

create function tell_balances() returns trigger
language plpgsql as $$
begin
  insert into change_event (company_id, generation, type, at, data)
  select company_id, (select generation from event_generation), 'balance.changed', now(),
    json_build_object('account', kind, 'partner_id', partner_id, 'card_id', card_id, 'balance', balance_kopecks::numeric / 100)
  from touched where kind in ('unallocated', 'partner', 'card', 'debt') order by id;
  return null;
end
$$;
create trigger tell_update after update on ledger_account
  referencing new table as touched for each statement execute function tell_balances();

create function tell_cards() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into change_event (company_id, generation, type, at, data)
    select card.company_id, (select generation from event_generation), 'card.changed', now(),
      json_build_object('id', card.id, 'partner_id', card.partner_id, 'card_number', card.card_number, 'status_id', card.status_id)
    from touched card join before on before.id = card.id
    where (card.status_id, card.comment, card.goods_ids, card.limit_count, card.limit_unit, card.limit_period,
        card.limit_goods_groups, card.card_number, card.company_id)
      is distinct from (before.status_id, before.comment, before.goods_ids, before.limit_count, before.limit_unit,
        before.limit_period, before.limit_goods_groups, before.card_number, before.company_id)
    order by card.id;
  else
    insert into change_event (company_id, generation, type, at, data)
    select company_id, (select generation from event_generation), 'card.changed', now(),
      json_build_object('id', id, 'partner_id', partner_id, 'card_number', card_number, 'status_id', status_id)
    from touched order by id;
  end if;
  return null;
end
$$;
create trigger tell_insert after insert on card
  referencing new table as touched for each statement execute function tell_cards();
create trigger tell_update after update on card
  referencing new table as touched old table as before for each statement execute function tell_cards();

create function tell_documents() returns trigger
language plpgsql as $$
begin
  insert into change_event (company_id, generation, type, at, data)
  select company_id, (select generation from event_generation), 'document.published', published_at,
    json_build_object('id', id, 'partner_id', partner_id, 'kind', kind, 'title', title, 'month', month,
      'sum', sum_kopecks::numeric / 100)
  from touched order by id;
  return null;
end
$$;
create trigger tell_insert after insert on month_document
  referencing new table as touched for each statement execute function tell_documents();

create function tell_requests() returns trigger
language plpgsql as $$
begin
  insert into change_event (company_id, generation, type, at, data)
  select company_id, (select generation from event_generation), 'request.changed', now(),
    json_build_object('id', id, 'status_id', status_id)
  from touched order by id;
  return null;
end
$$;
create trigger tell_insert after insert on card_request
  referencing new table as touched for each statement execute function tell_requests();
create trigger tell_update after update on card_request
  referencing new table as touched for each statement execute function tell_requests();
