-- The kind of the rule that closes a card: cards that stand for a spent budget of their group wait for a decision.
alter table card_hold add column rule text;
-- A block that the programme asked for has its reason in its row: the hold that it came from, else a debt for fuel. The ten
-- thousand newest get it here, at once; older ones show none.
set local role magistral_system;
update operation set reason = coalesce((
    select hold.reason from card_hold hold
    where hold.company_id = operation.company_id and hold.card_id = operation.card_id
      and hold.held_at <= operation.created_at and (hold.ended_at is null or hold.ended_at > operation.created_at)
    order by hold.id desc limit 1),
  'Топливо отпущено в долг: на карте и на счёте сети не хватило денег')
where id in (
  select id from operation
  where type_id = 3 and author_id is null and reason is null
  order by id desc limit 10000
);
reset role;
