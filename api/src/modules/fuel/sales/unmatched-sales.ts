import { formatQuantity, getGoodsUnit } from '#contract/fuel/goods-unit.ts';
import { sql } from 'kysely';
import { type Kopecks, kopecks } from '#contract/kopecks.ts';
import { SANDBOX_NETWORK, type PartnerId } from '#contract/ids.ts';
import { rows, type Db, firstRow, getOnlyRow } from '../../../db/database.ts';
import {
  MAX_CASES,
  type CaseRow,
  toCases,
  type StaffCase,
  type Askable,
  type CaseDetail,
  type CaseKind,
} from '../../cards/commands/cases.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { formatRubles, formatTimeShort } from '../../../lib/money-format.ts';
import { listDescribed } from '../../cards/commands/network-health.ts';
import type { StoredSale } from './sale-money.ts';

type UnmatchedSaleRow = CaseRow & { external_id: string; reason: string; event: unknown };

/** The company is that of the card, if the card is known by now. */
export function listUnmatchedSalesWhere(
  db: Db,
  condition: ReturnType<typeof sql>,
): Promise<UnmatchedSaleRow[]> {
  return rows(
    db,
    sql<UnmatchedSaleRow>`
      select orphan.id, orphan.seen_at as since, orphan.tries as attempts, orphan.external_id, orphan.reason, orphan.event,
        partner.id as partner_id, partner.title as partner_title, company.id as company_id, company.inn,
        company.title as company_title, orphan.event ->> 'cardNumber' as card_number, null as said, null as heard_at,
        count(*) over () as total
      from network_orphan orphan
      join partner on partner.id = orphan.partner_id and partner.id <> ${SANDBOX_NETWORK}
      left join card on card.partner_id = orphan.partner_id and card.card_number = orphan.event ->> 'cardNumber'
      left join company on company.id = card.company_id
      where orphan.booked_at is null and orphan.closed_at is null and ${condition}
      order by orphan.id desc limit ${MAX_CASES}`,
  );
}

export interface UnmatchedSale {
  partnerId: PartnerId;
  externalId: string;
  isUnreadable: boolean;
  reason: string;
  bookedAt: Date | null;
  closedAt: Date | null;
  sum: Kopecks;
}

export async function markUnmatchedSaleClosed(
  tx: Db,
  args: { id: number; staffId: number; reason: string; now: Date },
): Promise<void> {
  await sql`
    update network_orphan set closed_at = ${args.now}, closed_by = ${args.staffId}, close_reason = ${args.reason}
    where id = ${args.id}`.execute(tx);
}

/** Lists the events that a person has closed. */
export async function listClosedEvents(
  tx: Db,
  args: { partnerId: number; externalIds: readonly string[] },
): Promise<Set<string>> {
  const { rows: found } = await sql<{ external_id: string }>`
    select external_id from network_orphan
    where partner_id = ${args.partnerId} and external_id = any(${args.externalIds}::text[]) and closed_at is not null`.execute(
    tx,
  );
  return new Set(found.map((row) => row.external_id));
}

/** No company has this card, as far as we know. */
export const UNKNOWN_CARD = 'unknown card';

/** The card is ours, but the sale's day has not come. */
export const FUTURE_DATED = 'dated ahead';

/** Prefix of the key of an unreadable record; readable ones have their network's own id. */
export const UNREADABLE = 'illegible:';

/** The sum of a sale, whole kopecks as we write them; an unreadable record has none. */
const SUM = sql`coalesce(case when jsonb_typeof(event -> 'sumKopecks') = 'number' then abs((event ->> 'sumKopecks')::numeric)::bigint end, 0)`;

/**
 * Finds an unmatched sale. Call `takeTurn` before a decision based on it, because the process that books sales of its
 * network has the turn.
 */
export async function findUnmatchedSale(db: Db, id: number): Promise<UnmatchedSale | null> {
  const row = await firstRow(
    db,
    sql<{
      partner_id: PartnerId;
      external_id: string;
      reason: string;
      booked_at: Date | null;
      closed_at: Date | null;
      sum: number;
    }>`
      select partner_id, external_id, reason, booked_at, closed_at, ${SUM} as sum from network_orphan where id = ${id}`,
  );
  return (
    row && {
      partnerId: row.partner_id,
      externalId: row.external_id,
      isUnreadable: row.external_id.startsWith(UNREADABLE),
      reason: row.reason,
      bookedAt: row.booked_at,
      closedAt: row.closed_at,
      sum: kopecks(row.sum),
    }
  );
}

/**
 * Counts sales from before a moment that are neither booked nor closed. An unreadable record has no day and always
 * counts; a day that was still in the future when reported is no day of a sale. Moments are compared as stored text,
 * because a day that is in no calendar could not be parsed.
 */
export async function countUnbooked(db: Db, before: Date): Promise<number> {
  const { count } = await getOnlyRow(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from network_orphan
      where booked_at is null and closed_at is null and partner_id <> ${SANDBOX_NETWORK}
        and (coalesce(event ->> 'soldAt', '') collate "C" < ${before.toISOString()} or seen_at < ${before})`,
  );
  return count;
}

/** A sale that could not be booked. */
interface UnbookedSale extends StaffCase {
  sale: StoredSale;
  /** Reason why a sale waits: its card is unknown, its day has not come, or the books refuse the sale. */
  waitsFor: 'card' | 'day' | 'books';
}

/** Sales that wait for their card, or that the books refuse. */
async function listUnbookedSales(db: Db) {
  const found = await listUnmatchedSalesWhere(db, sql`orphan.external_id not like ${`${UNREADABLE}%`}`);
  return toCases(found, ({ event, reason }) => ({
    sale: event as StoredSale,
    waitsFor: WAITS_FOR[reason] ?? ('books' as const),
  }));
}

const WAITS_FOR: Partial<Record<string, UnbookedSale['waitsFor']>> = {
  [UNKNOWN_CARD]: 'card',
  [FUTURE_DATED]: 'day',
};

/** The next reading of the feed tries it again. */
async function markUnmatchedSaleDue(db: Db, id: number, now: Date): Promise<void> {
  await sql`
    update network_orphan set next_try_at = ${now}
    where id = ${id} and booked_at is null and closed_at is null`.execute(db);
}

/** «Непроведённые продажи»: a sale that could not be booked. */
export const unbookedSaleCase = {
  list: listDescribed(listUnbookedSales, ({ sale, waitsFor, since }) => ({
    asked: sale.kind === 'sale' ? 'Продажа' : 'Возврат',
    problem: WAIT_REASONS[waitsFor],
    details: formatDetails(sale),
    compared:
      waitsFor === 'day'
        ? [{ label: 'Время', ours: formatTimeShort(since), theirs: timeText(sale.soldAt) }]
        : undefined,
    deeds: waitsFor === 'books' ? ['ask', 'close'] : ['close'],
  })),
  retry,
} satisfies CaseKind & Askable;

async function retry(ctx: Context, unmatchedSaleId: number): Promise<void> {
  const unmatchedSale = await findUnmatchedSale(ctx.db.system, unmatchedSaleId);
  if (!unmatchedSale || unmatchedSale.isUnreadable) throw notFound('Запись не найдена');
  if (unmatchedSale.bookedAt || unmatchedSale.closedAt) throw conflict('Запись уже проведена или закрыта');
  if (unmatchedSale.reason === UNKNOWN_CARD)
    throw conflict('Продажа будет проведена сама, как только появится её карта');
  if (unmatchedSale.reason === FUTURE_DATED)
    throw conflict('Продажа будет проведена сама, когда до её времени останутся сутки');
  await ctx.db.inSystem((tx) => markUnmatchedSaleDue(tx, unmatchedSaleId, ctx.clock.now()));
}

const WAIT_REASONS: Record<UnbookedSale['waitsFor'], string> = {
  card: 'Такой карты у нас нет',
  day: 'Продажа датирована будущим днём',
  books: 'Учёт не принял продажу',
};

function formatDetails(sale: StoredSale): CaseDetail[] {
  return [
    { label: 'Номер у сети', value: sale.externalId },
    { label: 'Возврат покупки', value: sale.refundOf ?? '' },
    { label: 'Время', value: timeText(sale.soldAt) },
    { label: 'Товар', value: sale.goodsTitle },
    { label: 'Количество', value: formatQuantity(sale.centilitres / 100, getGoodsUnit(sale.goodsTitle)) },
    { label: 'Цена', value: formatRubles(sale.unitPriceKopecks) },
    { label: 'Сумма', value: formatRubles(sale.sumKopecks) },
    { label: 'АЗС', value: sale.address },
  ].filter(({ value }) => value !== '');
}

/** A program's empty date, the year 1 or the end of 9999, is no day of our documents. It is shown as reported. */
function timeText(soldAt: string): string {
  const instant = new Date(soldAt);
  const year = instant.getUTCFullYear();
  return year >= 1900 && year < 9999 ? formatTimeShort(instant) : soldAt;
}
