import type { z } from 'zod';
import type { listCards } from '#contract/cards/cards.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import type { listDocuments } from '#contract/papers/documents.ts';
import type { EndpointData, EndpointMeta } from '#contract/endpoint.ts';
import type { clientBalances } from '#contract/money/money.ts';
import type { listOperations } from '#contract/fuel/operations.ts';
import type { operationsSummaryRow, summarizeOperations, SummarySide } from '#contract/fuel/spending.ts';
import type { ReplyEnvelope } from './ask-portal.ts';
import type {
  BALANCES_ANSWER,
  CARDS_ANSWER,
  DOCUMENTS_ANSWER,
  OPERATIONS_ANSWER,
  SPENDING_ANSWER,
} from './answer-shapes.ts';

/** Answers for a model: fewer fields than a screen has, each row with a link to itself in the cabinet. */

/** A model that needs more asks more narrowly. */
const MAX_CARDS = 50;

export interface PeriodQuery {
  cardId?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

type Subject = PeriodQuery & Partial<Record<'network' | 'drivers' | 'vehicle' | 'goods' | 'station', string>>;

/** Returns the address of the list of operations under these filters. */
function operationsPage({ cardId, ...rest }: Subject): string {
  const input = Object.entries({ card: cardId, ...rest }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(input.map(([name, value]) => [name, String(value)]));
  return `/cabinet/card-transactions${query.size > 0 ? `?${query.toString()}` : ''}`;
}

export function formatCards({ data }: ReplyEnvelope, link: Link): z.output<typeof CARDS_ANSWER> {
  const cards = data as EndpointData<typeof listCards>;
  return {
    found: cards.length,
    shown: Math.min(cards.length, MAX_CARDS),
    balance_total: addUp(cards.map((card) => card.card_sum)),
    cards: cards.slice(0, MAX_CARDS).map((card) => ({
      id: card.id,
      number: card.card_number,
      network: card.partner.title,
      status: card.status.title,
      balance: card.card_sum,
      comment: card.comment,
      drivers: card.drivers.map((driver) => `${driver.surname} ${driver.name}`),
      limit: card.limit && `${card.limit.unit_count} (${card.limit.unit.title}, ${card.limit.period.title})`,
      link: link(`/cabinet/card?id=${card.id}`),
    })),
  };
}

export function formatOperations(
  { data, meta }: ReplyEnvelope,
  link: Link,
  args: PeriodQuery,
): z.output<typeof OPERATIONS_ANSWER> {
  const { pagination, totals } = meta as EndpointMeta<typeof listOperations>;
  return {
    found: pagination.total,
    fuel_total: { sum: totals.sum, litres: totals.litres },
    page: pagination.current_page,
    pages: pagination.total_pages,
    link: link(operationsPage(args)),
    operations: (data as EndpointData<typeof listOperations>).map((row) => ({
      id: row.id,
      at: toMoscow(row.created_at),
      card: row.card.card_number,
      type: row.type.title,
      status: row.status.title,
      sum: row.sum,
      ...(row.price && { charged: row.price.charged }),
      ...(row.purchase && {
        goods: row.purchase.goodsItem.title,
        litres: row.purchase.unit === 'litres' ? row.purchase.unit_cnt : 0,
        ...(row.purchase.unit === 'pieces' && { pieces: row.purchase.unit_cnt }),
        price: row.purchase.unit_price,
        station: row.purchase.address,
      }),
      link: link(operationsPage({ cardId: row.card.id, ...toDayPeriod(row.created_at) })),
    })),
  };
}

export function formatSpending(
  { data, meta }: ReplyEnvelope,
  link: Link,
  { by, ...requested }: PeriodQuery & { by: SummarySide },
): z.output<typeof SPENDING_ANSWER> {
  const { totals, compared, unfinished, rows: found } = meta as EndpointMeta<typeof summarizeOperations>;
  return {
    total: { sum: totals.sum, litres: totals.litres, count: totals.count, previous_sum: totals.previous_sum },
    compared_with: compared,
    unfinished,
    found,
    link: link(operationsPage(requested)),
    rows: (data as EndpointData<typeof summarizeOperations>).map((row) => ({
      key: row.key,
      title: row.title,
      sum: row.sum,
      litres: row.litres,
      count: row.count,
      average_price: row.average_price,
      link: link(operationsPage({ ...requested, ...toSubject(by, row, requested) })),
    })),
  };
}

type Row = z.output<typeof operationsSummaryRow>;

/**
 * Returns the filter that narrows the list down to a row. Rows past the limit and rows without a name can be narrowed
 * no further than the whole.
 */
function toSubject(by: SummarySide, { key }: Row, { from, to }: PeriodQuery): Subject {
  if (key === null || (key === '' && by !== 'driver')) return {};
  switch (by) {
    case 'month':
      return clipMonth(key, from, to);
    case 'card':
      return { cardId: Number(key) };
    case 'network':
      return { network: key };
    case 'driver':
      return { drivers: key === '' ? 'none' : key };
    case 'vehicle':
      return { vehicle: key };
    // The list has no filter of groups.
    case 'group':
      return {};
    case 'goods':
      return { goods: key };
    case 'station':
      return { station: key };
  }
}

/** The days of a month that the period has. */
function clipMonth(month: string, from = '', to = '9999'): Subject {
  const [year = 0, nth = 0] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, nth, 0)).toISOString().slice(0, 10);
  const first = `${month}-01`;
  return { from: first > from ? first : from, to: last < to ? last : to };
}

/** The Moscow day of a moment. */
function toDayPeriod(at: string): PeriodQuery {
  const day = toMoscow(at).slice(0, 10);
  return { from: day, to: day };
}

/** Formats a moment in the time zone of the tools' days. */
function toMoscow(at: string): string {
  const shifted = new Date(Date.parse(at) + 3 * 3_600_000).toISOString();
  return shifted.replace(/(\.\d+)?Z$/, '+03:00');
}

export function formatBalances({ data }: ReplyEnvelope, link: Link): z.output<typeof BALANCES_ANSWER> {
  const balances = data as z.output<typeof clientBalances>;
  const accounts_total = addUp(balances.accounts.map(({ sum }) => sum));
  return { ...balances, accounts_total, link: link('/cabinet') };
}

function addUp(sums: readonly (number | null)[]): number {
  return toRubles(kopecks(sums.reduce((whole: number, sum) => whole + Math.round((sum ?? 0) * 100), 0)));
}

export function formatDocuments({ data }: ReplyEnvelope, link: Link): z.output<typeof DOCUMENTS_ANSWER> {
  const months = data as EndpointData<typeof listDocuments>;
  const all = Object.values(months).flat();
  return {
    found: all.length,
    total: { sum: addUp(all.map(({ sum }) => sum)), vat: addUp(all.map(({ vat }) => vat)) },
    documents: Object.entries(months).flatMap(([month, its]) =>
      its.map((item) => ({
        id: item.id,
        month,
        title: item.title,
        network: item.partner_title,
        sum: item.sum,
        vat: item.vat,
        received: item.received && toMoscow(item.received),
        link: link(`/cabinet/documents?year=${month.slice(0, 4)}&document=${item.id}`),
      })),
    ),
  };
}

/** Makes a page of the cabinet a link. */
export type Link = (page: string) => string;
