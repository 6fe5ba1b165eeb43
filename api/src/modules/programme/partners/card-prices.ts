import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal, notFound } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { moscowDay } from '../../../lib/money-format.ts';

export interface CardPrice {
  id: number;
  partner: { id: number; title: string };
  price: Kopecks;
  /** Moscow day. */
  firstDay: string;
  current: boolean;
  createdAt: Date;
  createdBy: string | null;
}

interface CardPriceRow {
  id: number;
  partner_id: number;
  title: string;
  price_kopecks: number;
  first_day: string;
  current: boolean;
  created_at: Date;
  created_by: string | null;
}

/** Newest first day first; of two for the same day the later entered counts. */
export async function listCardPriceRecords(db: Db, today: string): Promise<CardPrice[]> {
  const found = await rows(
    db,
    sql<CardPriceRow>`
      select price.id, price.partner_id, partner.title, price.price_kopecks, price.first_day::text, price.created_at,
        nullif(trim(concat_ws(' ', author.lastname, author.firstname)), '') as created_by,
        price.id = (
          select id from card_price counted where counted.partner_id = price.partner_id and counted.first_day <= ${today}::date
          order by first_day desc, id desc limit 1
        ) as current
      from card_price price join partner on partner.id = price.partner_id
      left join app_user author on author.id = price.created_by
      order by price.first_day desc, price.id desc limit 1000`,
  );
  return found.map((row) => ({
    id: row.id,
    partner: { id: row.partner_id, title: row.title },
    price: kopecks(row.price_kopecks),
    firstDay: row.first_day,
    current: row.current ?? false,
    createdAt: row.created_at,
    createdBy: row.created_by,
  }));
}

export async function insertCardPrice(
  tx: Db,
  price: { partnerId: number; price: Kopecks; firstDay: string; now: Date; staffId: number | null },
): Promise<number> {
  const row = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into card_price (partner_id, price_kopecks, first_day, created_at, created_by)
      values (${price.partnerId}, ${price.price}, ${price.firstDay}, ${price.now}, ${price.staffId}) returning id`,
  );
  return row.id;
}

async function isPartner(db: Db, id: number): Promise<boolean> {
  return (await firstRow(db, sql<{ id: number }>`select id from partner where id = ${id}::bigint`)) !== null;
}

/**
 * Plans a card price of a network from a future day on. Orders of that day and later pay it, earlier orders keep their
 * price. A later price for the same day replaces it. Refuses: 404 no such network; 400 the day is not in the future.
 */
export async function planCardPrice(
  ctx: Context,
  input: { partnerId: number; price: Kopecks; firstDay: string; staffId: number; ip: string },
): Promise<CardPrice> {
  const { partnerId, price, firstDay, staffId, ip } = input;
  return ctx.db.inSystem(async (tx) => {
    const now = ctx.clock.now();
    if (!(await isPartner(tx, partnerId))) throw notFound('Сеть не найдена');
    if (firstDay <= moscowDay(now))
      throw fieldRefusal('first_day', 'Цена начинается не раньше завтрашнего дня');
    const id = await insertCardPrice(tx, { partnerId, price, firstDay, now, staffId });
    await recordEvent(tx, {
      at: now,
      what: 'card-price-planned',
      userId: staffId,
      ip,
      targets: [{ kind: 'partner', id: partnerId }],
      after: { priceKopecks: price, firstDay },
    });
    const known = await listCardPriceRecords(tx, moscowDay(now));
    return known.find((cardPrice) => cardPrice.id === id) as CardPrice;
  });
}
