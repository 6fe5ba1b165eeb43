import { CARD_STATUS, OPERATION_TYPE, type PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { findWaitingOperation } from '../../cards/commands/operations.ts';
import { lockCardStatuses } from './sales.ts';
import { startOperation } from '../../cards/commands/operation-lifecycle.ts';
import type { Clock } from '../../../lib/clock.ts';

/** Reason of the block, as lists of operations show it. */
const SOLD_ON_DEBT = 'Топливо отпущено в долг: на карте и на счёте сети не хватило денег';

/** Fuel that was sold and that the company's money did not cover. */
export interface Debt {
  companyId: number;
  cardId: number;
  partnerId: PartnerId;
  operationId: number;
  owed: Kopecks;
}

/**
 * Blocks cards that have run into debt (docs/calls.md 5, "purchase"), unless they are blocked or about to be, and
 * records each debt in the audit log. The block of a card that is being unblocked waits for that
 * (`operations.ts`).
 */
export async function blockDebtors(tx: Db, debts: readonly Debt[], now: Date): Promise<void> {
  if (debts.length === 0) return;
  const byCard = new Map(debts.map((debt) => [debt.cardId, debt]));
  const cards = await lockCardStatuses(tx, [...byCard.keys()]);
  for (const { cardId, statusId } of cards) {
    const { companyId, partnerId } = byCard.get(cardId) as Debt;
    if (await isOrWillBeBlocked(tx, cardId, statusId === CARD_STATUS.blocked)) continue;
    await startOperation(tx, {
      card: { id: cardId, companyId, partnerId },
      typeId: OPERATION_TYPE.blocking,
      sum: kopecks(0),
      authorId: null,
      reason: SOLD_ON_DEBT,
      now,
    });
  }
  for (const { companyId, cardId, operationId, owed } of debts) {
    const details = { cardId, operationId, owedKopecks: owed };
    await recordEvent(tx, { at: now, what: 'debt-arisen', companyId, details });
    const card = cards.find((item) => item.cardId === cardId)?.number.slice(-4) ?? '';
    await notify(tx, {
      kind: 'debt',
      companyId,
      facts: { cardId, card, sumKopecks: owed },
      about: `operation:${operationId}`,
      now,
    });
  }
}

async function isOrWillBeBlocked(tx: Db, cardId: number, blocked: boolean): Promise<boolean> {
  if (await findWaitingOperation(tx, { cardId, typeIds: [OPERATION_TYPE.blocking] })) return true;
  return blocked && !(await findWaitingOperation(tx, { cardId, typeIds: [OPERATION_TYPE.unblocking] }));
}

/**
 * Asks a network once more to block a card with a debt. Returns false if, under the lock, another process has already
 * asked or the debt is paid.
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
    reason: SOLD_ON_DEBT,
    now: about.clock.now(),
  });
  return true;
}

export interface RefusedDebtor {
  cardId: number;
  companyId: number;
  partnerId: PartnerId;
}
