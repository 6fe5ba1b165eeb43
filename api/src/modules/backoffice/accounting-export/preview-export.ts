import { EXPORT_PARTS } from '#contract/backoffice/accounting-export.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { addDays } from '../../../lib/days.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import type { Days } from '../../papers/exchange/download-enterprise-data.ts';
import { readBooks, type Books } from '../books/read-books.ts';
import { countLeftOut, countParts, type CountedPart, type LeftOut } from './count-store.ts';

/** Growth of the trial balance within the days, by the figures that the file holds too. */
interface ComparedWithBooks {
  sold: Kopecks;
  corrected: Kopecks;
  received: Kopecks;
  paidToNetworks: Kopecks;
}

export interface ExportPreview {
  parts: CountedPart[];
  books: ComparedWithBooks;
  leftOut: LeftOut;
}

/** Returns what the file of these days would hold, and the same figures by the trial balance. */
export async function previewExport(ctx: Context, days: Days): Promise<ExportPreview> {
  const db = ctx.db.system;
  const counted = new Map((await countParts(db, days)).map((part) => [part.part, part]));
  const today = moscowDay(ctx.clock.now());
  const before = await readBooks(ctx, db, addDays(days.from, -1));
  const after = await readBooks(ctx, db, days.to > today ? today : days.to);
  return {
    parts: EXPORT_PARTS.map((part) => counted.get(part) ?? { part, count: 0, sum: 0, vat: null }),
    books: compare(before, after),
    leftOut: await countLeftOut(db, days),
  };
}

function compare(before: Books, after: Books): ComparedWithBooks {
  const gain = (read: (books: Books) => number): Kopecks => kopecks(read(after) - read(before));
  return {
    sold: gain(sumSold),
    corrected: gain(({ programme }) => programme.corrections),
    received: gain(({ received, unplaced }) => received + unplaced),
    paidToNetworks: gain(({ networks }) => networks.reduce((sum, { paid }) => sum + paid, 0)),
  };
}

/** Fuel at the prices of stations, with what tariffs and fees add and take off: what clients are charged. */
function sumSold({ networks, programme }: Books): number {
  const { discounts, surcharges, fees, card_fees: cardFees } = programme;
  return networks.reduce((sum, { sold }) => sum + sold, 0) + discounts + surcharges + fees + cardFees;
}
