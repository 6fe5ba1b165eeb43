-- A driver's link was sent to his phone: once he has another number, the links that went to the old one end.
-- A trigger, because links belong to the fleet and drivers to the cards, a layer above that never calls the fleet.
create function revoke_links_of_old_phone() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update driver_link set revoked_at = now()
  where company_id = new.company_id and driver_id = new.id and revoked_at is null;
  return null;
end
$$;
create trigger revoke_links_of_old_phone after update of phone on driver
  for each row when (old.phone is distinct from new.phone) execute function revoke_links_of_old_phone();
