-- Papers and what they rest on are kept for five years after the end of their year (402-ФЗ, article 29): nobody, the
-- owner included, deletes them earlier. What only grows is never deleted at all.
create function refuse_early_delete() returns trigger
language plpgsql as $$
declare
  dated timestamptz := (to_jsonb(old) ->> tg_argv[0])::timestamptz;
  free_from timestamptz := make_timestamptz(
    extract(year from dated at time zone 'Europe/Moscow')::int + 6, 1, 1, 0, 0, 0, 'Europe/Moscow');
begin
  if now() < free_from then
    raise exception 'table % keeps this row until %: % is refused', tg_table_name,
      (free_from at time zone 'Europe/Moscow')::date, tg_op
      using errcode = 'restrict_violation';
  end if;
  return old;
end
$$;

create function keep_five_years(kept regclass, dated_by text) returns void
language plpgsql as $$
begin
  execute format(
    'create trigger keep_five_years before delete on %s for each row execute function refuse_early_delete(%L)',
    kept, dated_by);
  execute format(
    'create trigger never_emptied before truncate on %s for each statement execute function refuse_change()', kept);
end
$$;

select keep_five_years('stored_file', 'created_at');
select keep_five_years('month_document', 'published_at');
select keep_five_years('edm_message', 'asked_at');
select keep_five_years('invoice', 'created_at');
select keep_five_years('bank_payment', 'dated_on');
select keep_five_years('operation', 'created_at');
select keep_five_years('sms_code', 'sent_at');

-- What a file is, and which file a document is, never changes.
create trigger same_file before update of sha256, company_id, size_bytes, mime on stored_file
  for each row execute function refuse_change();
create trigger same_document before update of file_id, company_id, partner_id, month, title, published_at
  on month_document for each row execute function refuse_change();

-- An agreement that somebody has accepted stays as it was read.
select only_grows('terms_version');
