import { can, type Role } from '#contract/access.ts';
import { describeWaiting } from '#contract/insights/describe-waiting.ts';
import { CARD_STATUS } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { formatRubles, moscowDay } from '../../../lib/money-format.ts';
import { countCardsNeedingAttention } from '../../cards/cards/cards.ts';
import { countOfferedDeclines } from '../../fleet/declines/declines.ts';
import { countRequestedExceptions } from '../../fleet/rules/exceptions/purchase-cost.ts';
import { countOpenFillings } from '../../fleet/signals/count-open-fillings.ts';
import { sumAwaitedInvoices } from '../../money/invoices/invoice-payments.ts';
import { countOrdersInWork } from '../../orders/orders/waiting-orders.ts';
import { countUndecidedDocuments } from '../../papers/documents/closing/count-undecided-documents.ts';
import { rankWaiting, type WaitingItem } from './rank-waiting.ts';

/** Counts of the company that both the strip of attention and the list of what waits show. */
export interface SharedCounts {
  orders: number;
  documents: { count: number; dueOn: string | null };
  invoices: Awaited<ReturnType<typeof sumAwaitedInvoices>>;
  cards: Awaited<ReturnType<typeof countCardsNeedingAttention>>;
}

export async function readSharedCounts(tx: Db, scope: CompanyScope, today: string): Promise<SharedCounts> {
  return {
    cards: await countCardsNeedingAttention(tx, scope),
    orders: await countOrdersInWork(tx, scope),
    documents: await countUndecidedDocuments(tx, scope, today),
    invoices: await sumAwaitedInvoices(tx, scope, today),
  };
}

/** Returns what waits for a decision that this role may take, the most urgent first. Each count is its list's own. */
export async function listWaiting(
  tx: Db,
  scope: CompanyScope,
  { role, now, counts }: { role: Role; now: Date; counts: SharedCounts },
): Promise<WaitingItem[]> {
  const { orders, documents, invoices, cards } = counts;
  const none = { sum: null, dueAt: null };
  const items: WaitingItem[] = [];
  if (can(role, 'changeCard')) {
    const signals = await countOpenFillings(tx, scope);
    const exceptions = await countRequestedExceptions(tx, scope);
    const declines = await countOfferedDeclines(tx, scope);
    items.push(
      { kind: 'signals', ...signals, dueAt: null, href: '/cabinet/signals?state=open' },
      { kind: 'exceptions', ...exceptions, href: '/cabinet/exceptions' },
      { kind: 'declines', ...declines, href: '/cabinet/declines?waiting=1' },
      { kind: 'cards', count: cards.notSetUp, ...none, href: `/cabinet?status=${CARD_STATUS.notSetUp}` },
    );
  }
  if (can(role, 'confirmDocument'))
    items.push({
      kind: 'documents',
      count: documents.count,
      sum: null,
      dueAt: toEndOfDay(documents.dueOn),
      href: '/cabinet/documents?waiting=1',
    });
  if (can(role, 'moveMoney'))
    items.push({
      kind: 'invoices',
      count: invoices.count,
      sum: invoices.sum,
      dueAt: toEndOfDay(invoices.dueOn),
      // A single invoice is opened at once, with its payments.
      href: `/cabinet/invoices-issued?waiting=1${invoices.count === 1 ? `&show=${invoices.firstId}` : ''}`,
    });
  if (can(role, 'orderCards'))
    items.push({ kind: 'orders', count: orders, ...none, href: '/cabinet#requests' });
  return rankWaiting(items, now).map((item) => (item.sum ? item : { ...item, sum: null }));
}

/** Describes for the daily message what waits besides suspicious fillings: managers and admins decide the same. */
export async function describeOtherWaiting(ctx: Context, scope: CompanyScope): Promise<string[]> {
  const now = ctx.clock.now();
  const items = await ctx.db.inCompany(scope, async (tx) => {
    const counts = await readSharedCounts(tx, scope, moscowDay(now));
    return listWaiting(tx, scope, { role: 'manager', now, counts });
  });
  return items
    .filter(({ kind }) => kind !== 'signals')
    .map((item) => `${describeWaiting(item)}${item.sum === null ? '' : ` на ${formatRubles(item.sum)}`}`);
}

/** The last moment of a Moscow day, `YYYY-MM-DD`. */
function toEndOfDay(day: string | null): Date | null {
  return day === null ? null : new Date(`${day}T23:59:59+03:00`);
}
