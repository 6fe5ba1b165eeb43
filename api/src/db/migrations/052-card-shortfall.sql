-- What a card's fuel has taken from elsewhere because our books had no money on the card: the network keeps it against the
-- card. Money that comes to the card makes it good first, so that a card never shows what its network will not sell for.
alter table card add column shortfall_kopecks bigint not null default 0 check (shortfall_kopecks >= 0);
create index card_short on card (id) where shortfall_kopecks > 0;
-- Behind the wall the owner sees nobody's cards.
set local role magistral_system;
update card set shortfall_kopecks = short.kopecks
from (
  select operation.card_id, greatest(0, sum(case when transfer.kind = 'purchase' then amount_kopecks else -amount_kopecks end)) as kopecks
  from ledger_transfer transfer
  join operation on transfer.subject_kind = 'operation' and operation.id = transfer.subject_id
  join ledger_account account on account.kind in ('partner', 'debt')
    and account.id = case when transfer.kind = 'purchase' then transfer.from_account_id else transfer.to_account_id end
  where transfer.kind in ('purchase', 'refund') group by operation.card_id
) short
where card.id = short.card_id and short.kopecks > 0;
reset role;
