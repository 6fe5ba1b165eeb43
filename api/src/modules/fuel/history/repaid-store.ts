import { sql } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { rows, type Db } from '../../../db/database.ts';
import { findIdSpan } from '../../money/ledger/ledger.ts';

interface Listed {
  id: number | null;
  card_id: number;
  type_id: number;
  status_id: number;
  created_at: Date;
}

/**
 * Lists how much each of these done top-ups has repaid of its card's shortfall. Top-ups that repaid nothing are left
 * out. Repayments count for a top-up until the card is credited again. Of two top-ups within the seconds before a
 * repayment, the later one counts, up to its own sum. This is a separate query by the ids of the list: the list is
 * planned without the ledger, and this one without the earlier parts.
 */
export async function listRepaid(
  db: Db,
  operations: readonly Listed[],
): Promise<Map<number | null, Kopecks>> {
  const done = operations.filter(
    (operation) =>
      operation.type_id === OPERATION_TYPE.topUp && operation.status_id === OPERATION_STATUS.done,
  );
  if (done.length === 0) return new Map();
  const from = done.map((operation) => operation.created_at).reduce((first, at) => (at < first ? at : first));
  const { fromId } = await findIdSpan(db, { from });
  const covered = await findCoveredCards(db, { fromId, cardIds: done.map((operation) => operation.card_id) });
  const topUps = done.filter((operation) => covered.has(operation.card_id));
  if (topUps.length === 0) return new Map();
  const found = await rows(
    db,
    sql<{ id: number; kopecks: number }>`
      select operation.id, repaid.kopecks from operation cross join lateral (
        select least(sum(cover.amount_kopecks), operation.sum_kopecks)::bigint as kopecks
        from ledger_transfer settle
        join ledger_entry entry on entry.account_id = settle.to_account_id and entry.transfer_id > settle.id
          and entry.transfer_id >= ${fromId} and entry.transfer_id < coalesce((
            select later.transfer_id from ledger_entry later
            where later.account_id = settle.to_account_id and later.transfer_id > settle.id
              and later.transfer_id >= ${fromId} and later.amount_kopecks > 0
            order by later.transfer_id limit 1
          ), 9223372036854775807)
        join ledger_transfer cover
          on cover.id = entry.transfer_id and cover.id >= ${fromId} and cover.kind = 'cover-purchase'
        where settle.subject_kind = 'operation' and settle.subject_id = operation.id and settle.id >= ${fromId}
          and settle.kind = 'settle-transfer'
        having count(*) > 0
      ) repaid
      where operation.id = any(${topUps.map((listed) => listed.id)}::bigint[])`,
  );
  return new Map(found.map((row) => [row.id, kopecks(row.kopecks)]));
}

/** Finds the cards whose money has repaid a shortfall since a transfer: few have one, and a search by top-up is long. */
async function findCoveredCards(
  db: Db,
  { fromId, cardIds }: { fromId: number; cardIds: readonly number[] },
): Promise<Set<number>> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select distinct subject_id as id from ledger_transfer
      where subject_kind = 'card' and subject_id = any(${[...new Set(cardIds)]}::bigint[]) and kind = 'cover-purchase'
        and id >= ${fromId}`,
  );
  return new Set(found.map(({ id }) => id));
}
