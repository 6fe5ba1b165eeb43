import { pricesSales, type NewTariff } from './tariff.ts';
import type { Db } from '../../../db/database.ts';
import { listPartners } from '../partners/partners.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { isClient, wasSoldSince } from './tariffs.ts';

/** Refuses: 404 no such client; 400 a day that has passed; 409 today, where the client has bought such goods today already. */
export async function assertMayStart(db: Db, tariff: Omit<NewTariff, 'note'>, now: Date): Promise<void> {
  if (tariff.companyId !== null && !(await isClient(db, tariff.companyId)))
    throw notFound('Клиент не найден');
  const { partnerId } = tariff;
  if (partnerId !== null && !(await listPartners(db)).some(({ id }) => id === partnerId))
    throw fieldRefusal('partner_id', 'Такой сети нет');
  const today = moscowDay(now);
  if (tariff.firstDay < today)
    throw fieldRefusal('first_day', 'Этот день уже прошёл: тариф начинается не раньше завтрашнего дня');
  if (tariff.firstDay === today && pricesSales(tariff) && (await wasSoldSince(db, tariff, today)))
    throw conflict('Сегодня по этому тарифу уже есть продажи: начните его завтра');
}
