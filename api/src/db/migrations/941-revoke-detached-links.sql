-- A driver who is taken off a card loses his link of that card for good: putting him on the card again makes no old link work.
-- A trigger, because he leaves a card in several ways: detached, moved, removed with all his cards.
create function revoke_links_of_detached() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update driver_link set revoked_at = now()
  where company_id = old.company_id and card_id = old.card_id and driver_id = old.driver_id and revoked_at is null;
  return null;
end
$$;
create trigger revoke_links_of_detached after delete on card_driver
  for each row execute function revoke_links_of_detached();

update driver_link set revoked_at = now()
where revoked_at is null and not exists (
  select from card_driver
  where card_driver.card_id = driver_link.card_id and card_driver.driver_id = driver_link.driver_id);
