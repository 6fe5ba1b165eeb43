import { formatOtherDay, getStationZone } from '#contract/station-time.ts';
import type { Db } from '../../../db/database.ts';
import { notify } from '../../people/notices/notify.ts';
import type { BookedSale } from './sale-money.ts';

/** Notifies the users who subscribed to purchases. Writes nothing if no user has. */
export async function notifyOfSales(tx: Db, now: Date, sales: readonly BookedSale[]): Promise<void> {
  const purchases = sales.filter(({ event }) => event.kind === 'sale');
  await notify(
    tx,
    ...purchases.map(({ operationId, companyId, cardId, event }) => ({
      kind: 'purchase' as const,
      companyId,
      facts: {
        cardId,
        card: event.cardNumber.slice(-4),
        station: event.address || null,
        sumKopecks: event.sumKopecks,
        localTime: formatOtherDay(event.soldAt, getStationZone(event.address)),
      },
      about: `operation:${operationId}`,
      now,
    })),
  );
}
