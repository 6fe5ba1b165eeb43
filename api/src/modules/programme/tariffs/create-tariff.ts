import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import {
  findTariffRecord,
  insertTariff,
  isClient,
  lockTariffs,
  wasSoldSince,
  type NewTariff,
  type TariffRecord,
} from './tariff-store.ts';

/**
 * Enters a tariff. It begins tomorrow at the earliest, or today where nothing that it is about was sold today: what is
 * booked stays as it is, and one day has one price. Refuses: 404 no such client; 400 a day that has passed; 409 something
 * was sold today already. An earlier one of the same scope needs no end: the later first day counts (decision 53).
 */
export async function createTariff(
  ctx: Context,
  { tariff, staffId, ip }: { tariff: NewTariff; staffId: number; ip: string },
): Promise<TariffRecord> {
  return ctx.db.inSystem(async (tx) => {
    await lockTariffs(tx);
    const now = ctx.clock.now();
    await assertMayBegin(tx, tariff, now);
    const id = await insertTariff(tx, { tariff, staffId, now });
    await recordEvent(tx, {
      at: now,
      what: 'tariff-created',
      userId: staffId,
      companyId: tariff.companyId ?? undefined,
      ip,
      targets: [{ kind: 'tariff', id }],
      after: { ...tariff },
    });
    return (await findTariffRecord(tx, id)) as TariffRecord;
  });
}

async function assertMayBegin(tx: Db, tariff: NewTariff, now: Date): Promise<void> {
  if (tariff.companyId !== null && !(await isClient(tx, tariff.companyId)))
    throw notFound('Клиент не найден');
  const today = moscowDay(now);
  if (tariff.firstDay < today)
    throw fieldRefusal('first_day', 'Этот день уже прошёл: тариф начинается не раньше завтрашнего дня');
  if (tariff.firstDay === today && (await wasSoldSince(tx, tariff, today)))
    throw conflict('Сегодня по этому тарифу уже есть продажи: начните его завтра');
}
