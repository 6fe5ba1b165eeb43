import { can, type Role } from '#contract/access.ts';
import { describeWaiting } from '#contract/insights/describe-waiting.ts';
import { CARD_STATUS } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { formatDateLong, formatRubles, moscowDay } from '../../../lib/money-format.ts';
import { countCardsNeedingAttention, type CardsNeedingAttention } from '../../cards/cards/cards.ts';
import { countOfferedDeclines, type OfferedDeclines } from '../../fleet/declines/declines.ts';
import {
  countRequestedExceptions,
  type RequestedExceptions,
} from '../../fleet/rules/exceptions/purchase-cost.ts';
import { countOpenFillings, type OpenFillings } from '../../fleet/signals/count-open-fillings.ts';
import { sumAwaitedInvoices, type AwaitedInvoices } from '../../money/invoices/invoice-payments.ts';
import { readCredits, type CreditDebt } from '../../money/transfers/credit.ts';
import { countOrdersInWork } from '../../orders/orders/waiting-orders.ts';
import {
  countUndecidedDocuments,
  type UndecidedDocuments,
} from '../../papers/documents/closing/count-undecided-documents.ts';
import { rankWaiting, type WaitingItem } from './rank-waiting.ts';

/** Counts of a company that both the strip of attention and the list of what waits show. */
export interface SharedCounts {
  orders: number;
  documents: UndecidedDocuments;
  invoices: AwaitedInvoices;
  cards: CardsNeedingAttention;
  debt: CreditDebt | null;
}

/** Counts of a company's purchases, for those who may change its cards. */
interface PurchaseCounts {
  signals: OpenFillings;
  exceptions: RequestedExceptions;
  declines: OfferedDeclines;
}

const NO_DOCUMENTS: UndecidedDocuments = { count: 0, dueOn: null, months: 0 };
const NO_INVOICES: AwaitedInvoices = { count: 0, sum: kopecks(0), dueOn: null, firstId: null };
const NO_CARDS: CardsNeedingAttention = { notSetUp: 0, blocked: 0, empty: 0, overBudget: 0 };
const NO_FILLINGS: OpenFillings = { count: 0, sum: kopecks(0) };
const NO_REQUESTS = { count: 0, sum: kopecks(0), dueAt: null };

/** Counts what several companies share with their overviews, each figure of all of them by one query. */
export async function readSharedCountsOfMany(
  tx: Db,
  scopes: readonly CompanyScope[],
  now: Date,
): Promise<(companyId: number) => SharedCounts> {
  const today = moscowDay(now);
  const credits = await readCredits(tx, scopes, now);
  const cards = await countCardsNeedingAttention(tx, scopes);
  const orders = await countOrdersInWork(tx, scopes);
  const documents = await countUndecidedDocuments(tx, scopes, today);
  const invoices = await sumAwaitedInvoices(tx, scopes, today);
  return (companyId) => ({
    cards: cards.get(companyId) ?? NO_CARDS,
    orders: orders.get(companyId) ?? 0,
    documents: documents.get(companyId) ?? NO_DOCUMENTS,
    invoices: invoices.get(companyId) ?? NO_INVOICES,
    debt: credits.get(companyId)?.debt ?? null,
  });
}

export async function readSharedCounts(tx: Db, scope: CompanyScope, now: Date): Promise<SharedCounts> {
  return (await readSharedCountsOfMany(tx, [scope], now))(scope.companyId);
}

async function readPurchaseCounts(
  tx: Db,
  scopes: readonly CompanyScope[],
): Promise<(companyId: number) => PurchaseCounts> {
  if (scopes.length === 0)
    return () => ({ signals: NO_FILLINGS, exceptions: NO_REQUESTS, declines: NO_REQUESTS });
  const signals = await countOpenFillings(tx, scopes);
  const exceptions = await countRequestedExceptions(tx, scopes);
  const declines = await countOfferedDeclines(tx, scopes);
  return (companyId) => ({
    signals: signals.get(companyId) ?? NO_FILLINGS,
    exceptions: exceptions.get(companyId) ?? NO_REQUESTS,
    declines: declines.get(companyId) ?? NO_REQUESTS,
  });
}

/** A company with the reader's role there. */
export interface RoleInCompany {
  scope: CompanyScope;
  role: Role;
}

/**
 * Returns what waits in each of the companies for a decision that the reader's role there may take, the most urgent first. Each
 * figure of all of them is one query.
 */
export async function listWaitingOfMany(
  tx: Db,
  companies: readonly RoleInCompany[],
  { now, counts }: { now: Date; counts: (companyId: number) => SharedCounts },
): Promise<Map<number, WaitingItem[]>> {
  const changing = companies.filter(({ role }) => can(role, 'changeCard')).map(({ scope }) => scope);
  const purchases = await readPurchaseCounts(tx, changing);
  return new Map(
    companies.map(({ scope: { companyId }, role }) => [
      companyId,
      rankForRole(role, { ...counts(companyId), ...purchases(companyId) }, now),
    ]),
  );
}

/** Returns what waits for a decision that this role may take, the most urgent first. Each count is its list's own. */
export async function listWaiting(
  tx: Db,
  scope: CompanyScope,
  { role, now, counts }: { role: Role; now: Date; counts: SharedCounts },
): Promise<WaitingItem[]> {
  const found = await listWaitingOfMany(tx, [{ scope, role }], { now, counts: () => counts });
  return found.get(scope.companyId) ?? [];
}

function rankForRole(role: Role, counts: SharedCounts & PurchaseCounts, now: Date): WaitingItem[] {
  const { orders, documents, invoices, cards, debt, signals, exceptions, declines } = counts;
  const none = { sum: null, dueAt: null };
  const items: WaitingItem[] = [];
  if (can(role, 'changeCard'))
    items.push(
      { kind: 'signals', ...signals, dueAt: null, href: '/cabinet/signals?state=open' },
      { kind: 'exceptions', ...exceptions, href: '/cabinet/exceptions' },
      { kind: 'declines', ...declines, href: '/cabinet/declines?waiting=1' },
      { kind: 'stopped', count: cards.overBudget, ...none, href: '/cabinet/rules' },
      { kind: 'cards', count: cards.notSetUp, ...none, href: `/cabinet?status=${CARD_STATUS.notSetUp}` },
    );
  if (can(role, 'confirmDocument'))
    items.push({
      kind: 'documents',
      count: documents.count,
      sum: null,
      dueAt: toEndOfDay(documents.dueOn),
      href: '/cabinet/documents?waiting=1',
    });
  if (can(role, 'moveMoney'))
    items.push(
      {
        kind: 'debt',
        count: debt ? 1 : 0,
        sum: debt?.sum ?? null,
        dueAt: toEndOfDay(debt?.payUntil ?? null),
        note: debt && describeDebt(debt, now),
        href: '/cabinet/payment/1',
      },
      {
        kind: 'invoices',
        count: invoices.count,
        sum: invoices.sum,
        dueAt: toEndOfDay(invoices.dueOn),
        // A single invoice is opened at once, with its payments.
        href: `/cabinet/invoices-issued?waiting=1${invoices.count === 1 ? `&show=${invoices.firstId}` : ''}`,
      },
    );
  if (can(role, 'orderCards'))
    items.push({ kind: 'orders', count: orders, ...none, href: '/cabinet#requests' });
  return rankWaiting(items, now).map((item) => (item.sum ? item : { ...item, sum: null }));
}

/** Says until when a debt was to be paid, and what may follow. */
function describeDebt({ payUntil, workUntil, late }: CreditDebt, now: Date): string | null {
  if (!payUntil) return null;
  if (!late) return `Оплатить до ${formatDateLong(payUntil)}`;
  const next = workUntil && moscowDay(now) <= workUntil ? ` после ${formatDateLong(workUntil)}` : '';
  return `Срок прошёл ${formatDateLong(payUntil)},${next} карты могут остановить`;
}

/** Describes for the daily message what waits besides suspicious fillings: managers and admins decide the same. */
export async function describeOtherWaiting(ctx: Context, scope: CompanyScope): Promise<string[]> {
  const now = ctx.clock.now();
  const items = await ctx.db.inCompany(scope, async (tx) => {
    const counts = await readSharedCounts(tx, scope, now);
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
