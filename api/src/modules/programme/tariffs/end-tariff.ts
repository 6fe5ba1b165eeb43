import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { findTariffRecord, insertTariffEnd, lockTariffs, type TariffRecord } from './tariffs.ts';

const DAY_MS = 86_400_000;

/**
 * Sets the last day of a tariff, today at the earliest and by default. A tariff that has not started is withdrawn.
 * Sales made under it stay. Refuses: 404 no such tariff; 409 it has an end already or is over; 400 a day that has
 * passed, or one later than its own last day.
 */
export async function endTariff(
  ctx: Context,
  input: { tariffId: number; lastDay: string | undefined; reason: string; staffId: number; ip: string },
): Promise<TariffRecord> {
  const { tariffId, reason, staffId, ip } = input;
  return ctx.db.inSystem(async (tx) => {
    await lockTariffs(tx);
    const now = ctx.clock.now();
    const tariff = await findTariffRecord(tx, tariffId);
    if (!tariff) throw notFound('Тариф не найден');
    const lastDay = parseLastDay(tariff, input.lastDay, moscowDay(now));
    await insertTariffEnd(tx, { tariffId, lastDay, reason, staffId, now });
    await recordEvent(tx, {
      at: now,
      what: 'tariff-ended',
      userId: staffId,
      companyId: tariff.companyId ?? undefined,
      ip,
      targets: [{ kind: 'tariff', id: tariffId }],
      before: { lastDay: tariff.lastDay },
      after: { lastDay },
      details: { reason },
    });
    return (await findTariffRecord(tx, tariffId)) as TariffRecord;
  });
}

function parseLastDay(tariff: TariffRecord, args: string | undefined, today: string): string {
  if (tariff.ended) throw conflict('Тариф уже завершён: день указан раньше');
  if (tariff.lastDay !== null && tariff.lastDay < today) throw conflict('Тариф уже закончился сам');
  const lastDay = args ?? today;
  if (lastDay < today) throw fieldRefusal('last_day', 'Этот день уже прошёл: то, что продано, не меняется');
  if (tariff.lastDay !== null && lastDay > tariff.lastDay)
    throw fieldRefusal('last_day', 'Тариф заканчивается раньше: продлить его нельзя, введите новый');
  return lastDay < tariff.firstDay ? dayBefore(tariff.firstDay) : lastDay;
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
}
