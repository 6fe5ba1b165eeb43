import type { Context } from '../../../context.ts';
import { NetworkUnavailable } from '../../../gateways/fuel-network/fuel-network.ts';
import { runAsWork } from '../../../lib/current-work.ts';
import { addDays, startOfDay } from '../../../lib/days.ts';
import { readSalesAgain } from '../sales/read-late-sales.ts';
import {
  listCardsOfNetwork,
  listComparedLines,
  listSales,
  type CardSale,
  type NetworkCard,
} from './compared-sale-store.ts';
import {
  clearOutcomes,
  markRestTheirs,
  storeOurs,
  storeOutcomes,
  type LineOutcome,
} from './invoice-line-store.ts';
import { matchLines, type ComparedLine } from './match-lines.ts';
import {
  countCompared,
  findComparison,
  lockComparison,
  markCompared,
  recountInvoice,
  type Comparison,
} from './network-invoice-store.ts';
import { markRepeated, reopenRepeated } from './repeated-line-store.ts';

/** Cards per transaction: few enough that no one else waits for long. */
const BATCH_SIZE = 300;

/**
 * Compares the lines of an invoice with our sales, some cards at a time, so that a long report shows how far it is. An
 * invoice that is compared already stays as it is. Two runs at once, as of a repeated request and the job, do the same
 * steps and end alike: each step decides all of its cards anew. `ask` reads the network's sales of these days again before.
 */
export async function compareInvoice(
  ctx: Context,
  { invoiceId, ask = false }: { invoiceId: number; ask?: boolean },
): Promise<void> {
  const invoice = await findComparison(ctx.db.system, invoiceId);
  if (!invoice) return;
  if (ask) await readPeriodAgain(ctx, invoice);
  // The call that has asked for it has a line in the audit log; what follows from both sides has none.
  await runAsWork(undefined, () => compareAll(ctx, invoice));
}

/** The clock of a network may be a day beside Moscow's. A silent network leaves the invoice to what is known. */
async function readPeriodAgain(ctx: Context, { partnerId, from, to }: Comparison): Promise<void> {
  const beginning = startOfDay(addDays(from, -1)).getTime() / 1000;
  const ending = startOfDay(addDays(to, 2)).getTime() / 1000;
  try {
    await readSalesAgain(ctx, partnerId, { from: beginning, to: ending });
  } catch (error) {
    if (!(error instanceof NetworkUnavailable)) throw error;
    ctx.log.warn({ err: error, partnerId }, 'a network did not list its sales of an invoice again');
  }
}

async function compareAll(ctx: Context, invoice: Comparison): Promise<void> {
  for (let after = 0; ;) {
    const page = { partnerId: invoice.partnerId, after, limit: BATCH_SIZE };
    const cards = await listCardsOfNetwork(ctx.db.system, page);
    const last = cards.at(-1);
    if (!last) break;
    await compareCards(ctx, invoice, cards);
    after = last.id;
  }
  await ctx.db.inSystem(async (tx) => {
    if (!(await lockComparison(tx, invoice))) return;
    await markRepeated(tx, invoice);
    await markRestTheirs(tx, invoice.id);
    await reopenRepeated(tx, invoice.id);
    await markCompared(tx, invoice.id);
    await recountInvoice(tx, invoice.id);
  });
}

async function compareCards(ctx: Context, invoice: Comparison, cards: readonly NetworkCard[]): Promise<void> {
  const cardNumbers = cards.map((card) => card.number);
  await ctx.db.inSystem(async (tx) => {
    if (!(await lockComparison(tx, invoice))) return;
    await clearOutcomes(tx, invoice.id, cardNumbers);
    await markRepeated(tx, invoice);
    const lines = await listComparedLines(tx, { invoiceId: invoice.id, cardNumbers });
    const sales = await listSales(tx, { ...invoice, cards });
    const { outcomes, ours } = await matchCards(lines, sales);
    await storeOurs(tx, { invoiceId: invoice.id, cardNumbers, ours });
    await storeOutcomes(tx, outcomes);
    await countCompared(tx, invoice.id);
  });
}

/** Matches each card by itself. A sale that another invoice has is no one's here: the line that has it too is repeated. */
async function matchCards(
  lines: readonly (ComparedLine & { cardNumber: string })[],
  sales: readonly CardSale[],
): Promise<{ outcomes: LineOutcome[]; ours: CardSale[] }> {
  const linesByCard = Map.groupBy(lines, (line) => line.cardNumber);
  const salesByCard = Map.groupBy(sales, (sale) => sale.cardNumber);
  const outcomes: LineOutcome[] = [];
  const ours: CardSale[] = [];
  for (const card of new Set([...linesByCard.keys(), ...salesByCard.keys()])) {
    const known = salesByCard.get(card) ?? [];
    const free = known.filter(({ otherInvoiceId }) => otherInvoiceId === null);
    const found = await matchLines(linesByCard.get(card) ?? [], free);
    const repeated = await findRepeated(
      found.theirs,
      known.filter(({ otherInvoiceId }) => otherInvoiceId !== null),
    );
    for (const { line, sale, differences, ourSum } of found.matches)
      outcomes.push({
        lineId: line.id,
        outcome: differences.length === 0 ? 'equal' : 'different',
        sale: { ...sale, sum: ourSum },
        differences,
        otherInvoiceId: null,
      });
    for (const { id } of found.theirs) {
      const otherInvoiceId = repeated.get(id) ?? null;
      const outcome = otherInvoiceId === null ? 'theirs' : 'repeated';
      outcomes.push({ lineId: id, outcome, sale: null, differences: [], otherInvoiceId });
    }
    ours.push(...found.ours.filter((sale) => sale.isOfPeriod));
  }
  return { outcomes, ours };
}

/**
 * Returns the invoice that has the sale of each line already. A filling of other litres, or of the same litres at another
 * time, is another one.
 */
async function findRepeated(
  lines: readonly ComparedLine[],
  sales: readonly CardSale[],
): Promise<Map<number, number | null>> {
  const { matches } = await matchLines(lines, sales);
  return new Map(
    matches
      .filter(({ differences }) => !differences.includes('litres') && !differences.includes('time'))
      .map(({ line, sale }) => [line.id, sale.otherInvoiceId]),
  );
}
