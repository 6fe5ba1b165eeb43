-- Screens follow what changes (GET /api/events). What changed is announced by the transaction that changes it: nothing is
-- announced that was rolled back, every process hears it, and no use case can forget to say it. An announcement names
-- what changed and whose it is, never a value; the same one twice in a transaction is one.
create function announce_change() returns trigger
language plpgsql as $$
begin
  perform pg_notify('changed', tg_argv[0] || ' ' || company_id)
  from (select distinct company_id from touched) as companies;
  return null;
end
$$;

-- A table with several kinds of rows for one statement needs a trigger for each kind of statement.
create function announce_changes(announced regclass, topic text) returns void
language plpgsql as $$
begin
  execute format('create trigger announce_insert after insert on %s referencing new table as touched for each statement execute function announce_change(%L)', announced, topic);
  execute format('create trigger announce_update after update on %s referencing new table as touched for each statement execute function announce_change(%L)', announced, topic);
  execute format('create trigger announce_delete after delete on %s referencing old table as touched for each statement execute function announce_change(%L)', announced, topic);
end
$$;

select announce_changes('card', 'cards');
select announce_changes('card_driver', 'cards');
select announce_changes('driver', 'drivers');
select announce_changes('operation', 'operations');
select announce_changes('card_request', 'requests');
select announce_changes('card_request_item', 'requests');
select announce_changes('invoice', 'invoices');
select announce_changes('month_document', 'documents');

-- Accounts come into being with their company or card; what is news is their balance.
create trigger announce_update after update on ledger_account
  referencing new table as touched for each statement execute function announce_change('balances');

create function announce_company() returns trigger
language plpgsql as $$
begin
  perform pg_notify('changed', 'company ' || new.id);
  return null;
end
$$;
create trigger announce_update
  after update of credit_kopecks, credit_days_for_payment, credit_days_without_payment, threshold_kopecks, edm_state,
    terms_version, client_since on company
  for each row execute function announce_company();

-- Who a person is decides what he may hear.
create function announce_user() returns trigger
language plpgsql as $$
begin
  perform pg_notify('changed', 'user ' || new.id);
  perform pg_notify('changed', 'colleagues ' || company.id)
  from unnest(array[new.company_id, case when tg_op = 'UPDATE' then old.company_id end]) as company (id)
  where company.id is not null;
  return null;
end
$$;
create trigger announce_insert after insert on app_user for each row execute function announce_user();
create trigger announce_update after update of role, company_id, firstname, lastname on app_user
  for each row execute function announce_user();

create function announce_end() returns trigger
language plpgsql as $$
begin
  perform pg_notify('changed', 'session ' || new.id);
  return null;
end
$$;
create trigger announce_end after update of closed_at on session
  for each row when (new.closed_at is not null and old.closed_at is null) execute function announce_end();
