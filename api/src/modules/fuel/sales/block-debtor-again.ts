import { OPERATION_TYPE } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { RefusedDebtor } from './refused-debtor-store.ts';
import { lockCardStatuses } from './sale-store.ts';
import { startOperation } from '../../cards/commands/start-operation.ts';

/**
 * Asks a network once more to block a card with a debt. False when, under the lock, somebody else has asked already
 * or the debt is paid.
 */
export async function blockDebtorAgain(
  tx: Db,
  about: { cardId: number; clock: Clock; find: () => Promise<RefusedDebtor | null | undefined> },
): Promise<boolean> {
  await lockCardStatuses(tx, [about.cardId]);
  const debtor = await about.find();
  if (!debtor) return false;
  const { cardId, companyId, partnerId } = debtor;
  await startOperation(tx, {
    card: { id: cardId, companyId, partnerId },
    typeId: OPERATION_TYPE.blocking,
    sum: kopecks(0),
    authorId: null,
    now: about.clock.now(),
  });
  return true;
}
