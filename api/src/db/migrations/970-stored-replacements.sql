-- A newer request has ended a proposal before its time. It was guessed from the newer one, wrongly for a proposal that
-- was approved and ran out.
alter table rule_exception add column is_replaced boolean not null default false;
set local role magistral_system;
update rule_exception earlier set is_replaced = true
where state = 'lapsed' and verdict_at is null and asked_by is null and driver_id is null
  and exists (
    select from rule_exception newer
    where newer.card_id = earlier.card_id and newer.id > earlier.id and newer.asked_at < earlier.due_at);
reset role;

-- A proposal to add a network is found by its title in small letters.
update approval set subject_key = jsonb_build_object('title', lower(subject_key ->> 'title'))
where deed = 'addNetwork' and state = 'waiting' and subject_key ? 'title';
