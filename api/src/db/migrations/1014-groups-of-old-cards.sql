-- Before groups could hold cards, only a demonstration wrote a group to a card, under a number that is no group's: five cards.
update card set group_id = null
where id in (
  select card.id from card
  where card.group_id is not null
    and not exists (select from vehicle_group "group" where "group".company_id = card.company_id and "group".id = card.group_id)
  limit 10000
);
