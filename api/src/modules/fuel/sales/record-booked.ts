import type { PartnerId } from '#contract/ids.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Db } from '../../../db/database.ts';
import type { BookedSale } from './booked-sale.ts';

/** One line for a whole page of a network's feed, with its counts: the operations themselves say the rest. */
export async function recordBooked(
  tx: Db,
  now: Date,
  { partnerId, sales, waiting }: { partnerId: PartnerId; sales: readonly BookedSale[]; waiting: number },
): Promise<void> {
  if (sales.length === 0 && waiting === 0) return;
  const refunds = sales.filter(({ event }) => event.kind !== 'sale').length;
  const [first] = sales;
  await recordEvent(tx, {
    at: now,
    what: 'sales-booked',
    companyId: sales.every((one) => one.companyId === first?.companyId) ? first?.companyId : undefined,
    targets: [{ kind: 'partner', id: partnerId }],
    after: { sales: sales.length - refunds, refunds, waiting },
  });
}
