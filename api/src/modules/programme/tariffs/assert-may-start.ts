import { pricesSales, type NewTariff } from './tariff.ts';
import type { Db } from '../../../db/database.ts';
import { namesGoods } from '../../../gateways/fuel-network/goods-of-title.ts';
import { listPartners } from '../partners/partners.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { isClient, listSoldGoods, wasSoldSince } from './tariffs.ts';

/** Number of days whose sold goods are offered for a tariff. */
const GOODS_DAYS = 90;

/** Returns the titles of goods that were sold lately, for a tariff of one of them. */
export function listRecentGoods(db: Db, now: Date): Promise<string[]> {
  return listSoldGoods(db, new Date(now.getTime() - GOODS_DAYS * 86_400_000));
}

/**
 * Refuses: 404 no such client; 400 no such network, goods that no network sells, a day that has passed; 409 today, where
 * the client has bought such goods today already.
 */
export async function assertMayStart(db: Db, tariff: Omit<NewTariff, 'note'>, now: Date): Promise<void> {
  if (tariff.companyId !== null && !(await isClient(db, tariff.companyId)))
    throw notFound('Клиент не найден');
  const { partnerId } = tariff;
  if (partnerId !== null && !(await listPartners(db)).some(({ id }) => id === partnerId))
    throw fieldRefusal('partner_id', 'Такой сети нет');
  if (tariff.goodsTitle !== null) await assertSold(db, tariff.goodsTitle, now);
  const today = moscowDay(now);
  if (tariff.firstDay < today)
    throw fieldRefusal('first_day', 'Этот день уже прошёл: тариф начинается не раньше завтрашнего дня');
  if (tariff.firstDay === today && pricesSales(tariff) && (await wasSoldSince(db, tariff, today)))
    throw conflict('Сегодня по этому тарифу уже есть продажи: начните его завтра');
}

/** A tariff for a mistyped title would never apply, and no one would notice. */
async function assertSold(db: Db, title: string, now: Date): Promise<void> {
  if (namesGoods(title)) return;
  const sold = await listRecentGoods(db, now);
  if (!sold.some((known) => known.toLowerCase() === title.toLowerCase()))
    throw fieldRefusal(
      'goods',
      'Такого товара ни одна сеть не продаёт: выберите его из проданных или все товары',
    );
}
