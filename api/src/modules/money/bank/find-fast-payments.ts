import type { Db } from '../../../db/database.ts';
import { listOtherSides } from './fast-payment-store.ts';
import type { IncomingPayment } from './payment.ts';
import { comparePayments, type WantedSide } from './same-payment.ts';

/** What came by СБП and is in the books already, for a document of a file. */
export type KnownFastPayment = { sure: true; id: number } | { sure: false; ids: number[] };

/**
 * Which documents of a file are payments that came by СБП before, by their keys. Each payment by СБП is one document at most: the
 * surest first, so that a second payment of the same sum is not swallowed.
 */
export async function findFastPayments(
  tx: Db,
  payments: readonly IncomingPayment[],
  prefix: string,
): Promise<Map<string, KnownFastPayment>> {
  const sides = payments.map((payment) => ({ key: payment.key, side: sideOf(payment) }));
  const fast = await listOtherSides(tx, { bySbp: true, wanted: sides.map((one) => one.side) });
  const found = new Map<string, KnownFastPayment>();
  const taken = new Set<number>();
  for (const { key, side } of sides) {
    const sure = fast.find((one) => !taken.has(one.id) && comparePayments(one, side, prefix) === 'sure');
    if (!sure) continue;
    taken.add(sure.id);
    found.set(key, { sure: true, id: sure.id });
  }
  for (const { key, side } of sides) {
    if (found.has(key)) continue;
    const ids = fast
      .filter((one) => !taken.has(one.id) && comparePayments(one, side, prefix) !== 'other')
      .map((one) => one.id);
    if (ids.length > 0) found.set(key, { sure: false, ids });
  }
  return found;
}

function sideOf({ document }: IncomingPayment): WantedSide {
  const { sumKopecks, payer, creditedOn, number, purpose } = document;
  return { sumKopecks, inn: payer.inn ?? '', day: creditedOn, number, purpose, orderId: null };
}
