import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { formatMoney, formatRubles, formatTimeShort } from '../../../lib/money-format.ts';
import { listInWords } from '../../cards/commands/list-in-words.ts';
import type { Askable, MatterDetail, MatterKind } from '../../cards/commands/matter-kind.ts';
import { findOrphan } from './find-orphan.ts';
import type { KeptSale } from './kept-sale.ts';
import { listUnbookedSales, type UnbookedSale } from './list-unbooked-sales.ts';
import { markOrphanDue } from './mark-orphan-due.ts';
import { DATED_AHEAD, UNKNOWN_CARD } from './orphan-reason.ts';

/** «Непроведённые продажи»: a sale that could not be booked. */
export const unbookedSaleMatter = {
  list: listInWords(listUnbookedSales, ({ sale, waitsFor, since }) => ({
    asked: sale.kind === 'sale' ? 'Продажа' : 'Возврат',
    problem: BECAUSE[waitsFor],
    details: detailsOf(sale),
    compared:
      waitsFor === 'day'
        ? [{ label: 'Время', ours: formatTimeShort(since), theirs: timeText(sale.soldAt) }]
        : undefined,
    deeds: waitsFor === 'books' ? ['ask', 'close'] : ['close'],
  })),
  askAgain,
} satisfies MatterKind & Askable;

async function askAgain(ctx: Context, orphanId: number): Promise<void> {
  const orphan = await findOrphan(ctx.db.system, orphanId);
  if (!orphan || orphan.isIllegible) throw notFound('Запись не найдена');
  if (orphan.bookedAt || orphan.closedAt) throw conflict('Запись уже проведена или закрыта');
  if (orphan.reason === UNKNOWN_CARD)
    throw conflict('Продажа будет проведена сама, как только появится её карта');
  if (orphan.reason === DATED_AHEAD)
    throw conflict('Продажа будет проведена сама, когда до её времени останутся сутки');
  await ctx.db.inSystem((tx) => markOrphanDue(tx, orphanId, ctx.clock.now()));
}

const BECAUSE: Record<UnbookedSale['waitsFor'], string> = {
  card: 'Такой карты у нас нет',
  day: 'Продажа датирована будущим днём',
  books: 'Учёт не принял продажу',
};

function detailsOf(sale: KeptSale): MatterDetail[] {
  return [
    { label: 'Номер у сети', value: sale.externalId },
    { label: 'Возврат покупки', value: sale.refundOf ?? '' },
    { label: 'Время', value: timeText(sale.soldAt) },
    { label: 'Товар', value: sale.goodsTitle },
    { label: 'Литры', value: formatMoney(sale.centilitres) },
    { label: 'Цена', value: formatRubles(sale.unitPriceKopecks) },
    { label: 'Сумма', value: formatRubles(sale.sumKopecks) },
    { label: 'АЗС', value: sale.address },
  ].filter(({ value }) => value !== '');
}

/** A program's empty date, the year 1 or the end of 9999, is no day of our papers: it is shown as it was told. */
function timeText(soldAt: string): string {
  const instant = new Date(soldAt);
  const year = instant.getUTCFullYear();
  return year >= 1900 && year < 9999 ? formatTimeShort(instant) : soldAt;
}
