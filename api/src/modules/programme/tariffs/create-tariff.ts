import type { NewTariff } from './tariff.ts';
import type { Context } from '../../../context.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { assertMayStart } from './assert-may-start.ts';
import { findTariffRecord, insertTariff, lockTariffs, type TariffRecord } from './tariffs.ts';

/**
 * Enters a tariff. It begins tomorrow at the earliest, or today where none of its goods were sold today: booked sales
 * stay as they are, and one day has one price. Refuses: 404 no such client; 400 a day that has passed; 409 something was
 * sold today already. An earlier one of the same scope needs no end: the later first day counts (decision 53).
 */
export async function createTariff(
  ctx: Context,
  { tariff, staffId, ip }: { tariff: NewTariff; staffId: number; ip: string },
): Promise<TariffRecord> {
  return ctx.db.inSystem(async (tx) => {
    await lockTariffs(tx);
    const now = ctx.clock.now();
    await assertMayStart(tx, tariff, now);
    const id = await insertTariff(tx, { tariff, staffId, now });
    await recordEvent(tx, {
      at: now,
      what: 'tariff-created',
      userId: staffId,
      companyId: tariff.companyId ?? undefined,
      ip,
      targets: [{ kind: 'tariff', id }],
      after: toAuditedTariff(tariff),
    });
    return (await findTariffRecord(tx, id)) as TariffRecord;
  });
}

/** Fees by their own names; those that the tariff does not name are left out. */
function toAuditedTariff({ fees, ...tariff }: NewTariff) {
  return {
    ...tariff,
    ...(fees?.delivery != null && { deliveryFee: fees.delivery }),
    ...(fees?.['client-month'] != null && { monthlyFee: fees['client-month'] }),
    ...(fees?.['card-month'] != null && { cardMonthlyFee: fees['card-month'] }),
    ...(fees?.minimum != null && { monthlyMinimum: fees.minimum }),
  };
}
