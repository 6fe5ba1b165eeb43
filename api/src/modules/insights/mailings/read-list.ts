import { BLOCKED_IN_FILTER, CARD_STATUS } from '#contract/ids.ts';
import { toRubles } from '#contract/kopecks.ts';
import { MAX_LIST_ROWS } from '#contract/limits.ts';
import { MAX_STATEMENT_MOVEMENTS } from '#contract/money/statement.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { CARD_COLUMNS } from '../../cards/cards/card-columns.ts';
import { listShownCards } from '../../cards/cards/cards.ts';
import { listShownDrivers } from '../../cards/drivers/drivers.ts';
import { OPERATION_COLUMNS, readOperationRows } from '../../fuel/history/operations-workbook.ts';
import { listInvoices } from '../../money/invoices/search-invoices.ts';
import { presentInvoice } from '../../money/invoices/present.ts';
import { readStatement, type StatementArgs } from '../../money/transfers/statement/read-statement.ts';
import type { StatementPlace } from '../../money/transfers/statement/statement.ts';
import { DOCUMENT_COLUMNS, listShownDocuments } from '../../papers/documents/documents.ts';
import { arrangeTable, type ListedReport, type ReportTable } from './arrange-table.ts';
import type { Period } from './mailing.ts';
import type { z } from 'zod';
import { shortNumber } from '#contract/values/card-number.ts';
import type { driver } from '#contract/cards/drivers.ts';
import type { invoice } from '#contract/money/money.ts';
import type { FileColumn } from '../../../lib/tables/table-file.ts';

export interface ListQuery {
  query: URLSearchParams;
  period: Period;
}

type ReadTable = (ctx: Context, scope: CompanyScope, args: ListQuery) => Promise<ReportTable>;

/** Returns a list under the filters of its page's address. Cards and drivers are reported in their current state. */
export function readList(
  ctx: Context,
  scope: CompanyScope,
  report: ListedReport,
  args: ListQuery,
): Promise<ReportTable> {
  return READ_BY_REPORT[report](ctx, scope, args);
}

/** Each by its own reader. */
const READ_BY_REPORT: Readonly<Record<ListedReport, ReadTable>> = {
  cards: async (ctx, scope, { query }) => {
    const status = Number(query.get('status')) || undefined;
    const filter = {
      partnerId: numberIn(query, 'partner'),
      statusId: status === BLOCKED_IN_FILTER ? CARD_STATUS.blocked : status,
      driverId: numberIn(query, 'driver'),
      isEmpty: query.get('status') === 'empty' || undefined,
      search: query.get('search')?.slice(0, 100) || undefined,
    };
    const rows = await listShownCards(ctx, scope, filter);
    return arrangeTable('cards', query, { columns: CARD_COLUMNS, rows });
  },

  operations: async (ctx, scope, requested) => {
    const rows = await readOperationRows(ctx, scope, operationFilter(requested));
    return arrangeTable('operations', requested.query, { columns: OPERATION_COLUMNS, rows });
  },

  invoices: async (ctx, scope, { query, period }) => {
    const rows = [];
    for (let page = 1; ; page += 1) {
      const found = await listInvoices(ctx, scope, { page, perPage: MAX_LIST_ROWS });
      const shown = found.invoices.map((invoice) =>
        presentInvoice(invoice, ctx.programme.today().invoicePrefix),
      );
      rows.push(...shown.filter(({ date }) => isWithin(date.date.slice(0, 10), period)));
      if (page >= found.totalPages)
        return arrangeTable('invoices', query, { columns: INVOICE_COLUMNS, rows });
    }
  },

  documents: async (ctx, scope, { query, period }) => {
    const documents = await listShownDocuments(ctx, scope, undefined);
    const rows = documents.filter(
      (document) => isWithin(moscowDay(new Date(document.published)), period) && fitsView(document, query),
    );
    return arrangeTable('documents', query, { columns: DOCUMENT_COLUMNS, rows });
  },

  drivers: async (ctx, scope, { query }) => {
    const drivers = await listShownDrivers(ctx, scope);
    const cards = await listShownCards(ctx, scope, {});
    const rows = drivers.map((person) => ({
      ...person,
      cards: cards.filter((card) => card.drivers.some(({ id }) => id === person.id)),
    }));
    return arrangeTable('drivers', query, { columns: DRIVER_COLUMNS, rows });
  },

  statement: async (ctx, scope, requested) => {
    const found = await readStatement(ctx, scope, statementAsked(requested, MAX_STATEMENT_MOVEMENTS));
    const { opening, closing, movements, period } = found;
    const balance = (description: string, day: string, sum: typeof opening) => ({
      at: `${day}T00:00:00+03:00`,
      description,
      from: null,
      to: null,
      sum: null,
      balance: toRubles(sum),
    });
    const rows = [
      balance('Остаток на начало периода', period.from, opening),
      ...movements.map((movement) => ({
        ...movement,
        at: movement.at.toISOString(),
        sum: toRubles(movement.sum),
        balance: toRubles(movement.balance),
      })),
      balance('Остаток на конец периода', period.to, closing),
    ];
    // Balances follow each other: no other order makes sense.
    const query = new URLSearchParams(requested.query);
    query.delete('sort');
    return arrangeTable('statement', query, { columns: STATEMENT_COLUMNS, rows });
  },
};

/** Filters of the list of operations and of its report, in the names of the address. */
export function operationFilter({ query, period }: ListQuery): Parameters<typeof readOperationRows>[2] {
  const drivers = query.get('drivers') ?? '';
  return {
    cardId: numberIn(query, 'card'),
    partnerId: numberIn(query, 'network'),
    driverId: numberIn(query, 'driver'),
    drivers: /^(none|\d{1,15}(,\d{1,15}){0,49})$/.test(drivers) ? drivers : undefined,
    groupId: numberIn(query, 'group'),
    goods: query.get('goods')?.trim().slice(0, 255) || undefined,
    station: query.get('station')?.trim().slice(0, 500) || undefined,
    typeId: numberIn(query, 'type'),
    statusId: numberIn(query, 'status'),
    dateFrom: period.from,
    dateTo: period.to,
  };
}

export function statementAsked({ query, period }: ListQuery, max: number): StatementArgs {
  const internal = query.get('internal') === '1';
  return { place: parsePlace(query.get('place') ?? ''), period, internal, max };
}

function parsePlace(text: string): StatementPlace {
  const [kind, id] = text.split(':');
  if (kind === 'unallocated') return { kind };
  const number = /^\d{1,15}$/.test(id ?? '') ? Number(id) : undefined;
  if (kind === 'network' && number !== undefined) return { kind: 'partner', partnerId: number };
  return kind === 'card' && number !== undefined ? { kind: 'card', cardId: number } : { kind: 'company' };
}

/** Returns undefined where the address has no number. A value that no field offers counts as not chosen. */
function numberIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) || undefined : undefined;
}

function isWithin(day: string, { from, to }: Period): boolean {
  return day >= from && day <= to;
}

type Document = Parameters<(typeof DOCUMENT_COLUMNS)[number]['of']>[0];

function fitsView(listedDocument: Document, query: URLSearchParams): boolean {
  const [month, network, state] = ['month', 'network', 'state'].map((name) => query.get(name) ?? '');
  return (
    (month === '' || listedDocument.month === month) &&
    (network === '' || String(listedDocument.partner_id) === network) &&
    (state === '' || getDocumentState(listedDocument) === state)
  );
}

/** Returns the state as in the page's own filter. */
function getDocumentState({ received, objection, withdrawn, replaced_by: correction }: Document): string {
  if (received) return 'received';
  return objection || withdrawn || correction ? 'disputed' : 'waits';
}

/** Lists that have no file of their own elsewhere, with the headings of their pages. */

const INVOICE_COLUMNS: readonly FileColumn<z.input<typeof invoice>>[] = [
  { header: 'Номер', kind: 'name', of: (item) => item.number },
  { header: 'Дата', kind: 'day', of: (item) => item.date.date.slice(0, 10) },
  { header: 'Оплатить до', kind: 'day', of: (item) => item.payment_due_date.date.slice(0, 10) },
  { header: 'Статус', of: (item) => item.status },
  { header: 'Оплачено', kind: 'sum', of: (item) => item.paid_sum },
  { header: 'Сумма', kind: 'sum', of: (item) => item.sum },
];

type DriverWithCards = z.input<typeof driver> & { cards: readonly { card_number: string }[] };

const DRIVER_COLUMNS: readonly FileColumn<DriverWithCards>[] = [
  {
    header: 'Водитель',
    of: (driverWithCards) =>
      [driverWithCards.surname, driverWithCards.name, driverWithCards.patronymic].filter(Boolean).join(' '),
  },
  { header: 'Телефон', kind: 'name', of: (driverWithCards) => driverWithCards.phone },
  {
    header: 'Карты',
    of: (driverWithCards) =>
      driverWithCards.cards.map((card) => shortNumber(card.card_number)).join(', ') || null,
  },
  { header: 'Карт', kind: 'name', of: (driverWithCards) => String(driverWithCards.cards.length) },
];

/** A movement, or a balance, which has neither sum nor places. */
interface StatementLine {
  at: string;
  description: string;
  from: string | null;
  to: string | null;
  sum: number | null;
  balance: number;
}

const STATEMENT_COLUMNS: readonly FileColumn<StatementLine>[] = [
  { header: 'Дата', kind: 'time', of: (statementLine) => statementLine.at },
  { header: 'Содержание', of: (statementLine) => statementLine.description },
  { header: 'Откуда', of: (statementLine) => statementLine.from },
  { header: 'Куда', of: (statementLine) => statementLine.to },
  { header: 'Сумма', kind: 'sum', of: (statementLine) => statementLine.sum },
  { header: 'Остаток', kind: 'sum', of: (statementLine) => statementLine.balance },
];
