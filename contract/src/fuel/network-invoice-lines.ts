import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  absentWhenEmpty,
  id,
  idParams,
  moment,
  optionalText,
  page,
  requiredText,
  rowsPerPage,
} from '../fields.ts';
import { rubles } from '../kopecks.ts';
import { pagination } from '../pagination.ts';

/** Lines of a network's invoice beside our sales, and decisions about differences: decision 166. */

/** `theirs`: only the network has it. `ours`: only we have it. `repeated`: another invoice of the network has it. */
export const INVOICE_LINE_GROUPS = ['different', 'theirs', 'ours', 'repeated', 'equal'] as const;
export type InvoiceLineGroup = (typeof INVOICE_LINE_GROUPS)[number];
export const INVOICE_LINE_GROUP_TITLE: Record<InvoiceLineGroup, string> = {
  different: 'Расходится',
  theirs: 'Только у сети',
  ours: 'Только у нас',
  repeated: 'Уже в другом счёте',
  equal: 'Совпало',
};

const LINE_DIFFERENCES = ['litres', 'sum', 'price', 'goods', 'time'] as const;
export type LineDifference = (typeof LINE_DIFFERENCES)[number];
export const LINE_DIFFERENCE_TITLE: Record<LineDifference, string> = {
  litres: 'литры',
  sum: 'сумма',
  price: 'цена',
  goods: 'топливо',
  time: 'время',
};

export const LINE_DECISIONS = ['accepted', 'disputed', 'requested'] as const;
export type LineDecision = (typeof LINE_DECISIONS)[number];
export const LINE_DECISION_TITLE: Record<LineDecision, string> = {
  accepted: 'Принято',
  disputed: 'Спорим',
  requested: 'Запрошено у сети',
};

/** Filter of the lines by what was decided: a decision, or none yet. */
const DECISION_FILTERS = ['open', ...LINE_DECISIONS] as const;

const LINES_PER_PAGE = 50;
/** Lines that are decided at once by their ids. */
const MAX_DECIDED_LINES = 1000;
const source = 'docs/calls.md 7';

/** Another invoice of the same network. */
export const otherInvoice = z.object({ id: z.int(), number: z.string(), date: z.string() });
export type OtherInvoice = z.infer<typeof otherInvoice>;

const side = z.object({
  time: z.string().meta({ description: 'the clock of Moscow, or that of the report' }),
  station: z.string(),
  goods: z.string(),
  litres: z.number(),
  price: rubles.nullable(),
  sum: rubles.meta({ description: 'negative for a refund' }),
});

const invoiceLine = z.object({
  id: z.int(),
  row: z.int().nullable().meta({ description: 'of the file, from 1; null: only we have it' }),
  group: z.enum(INVOICE_LINE_GROUPS),
  differences: z.array(z.enum(LINE_DIFFERENCES)),
  card: z.string(),
  client: z.object({ id: z.int(), title: z.string() }).nullable(),
  other_invoice: otherInvoice.nullable().meta({ description: 'the invoice that has it already' }),
  theirs: side.nullable(),
  ours: side.nullable(),
  decision: z
    .object({
      kind: z.enum(LINE_DECISIONS),
      note: z.string(),
      at: moment,
      by: z.string().nullable(),
    })
    .nullable(),
});

const lineFilter = {
  group: z.enum(INVOICE_LINE_GROUPS, { error: 'Неизвестная группа' }).optional(),
  decision: z.enum(DECISION_FILTERS, { error: 'Неизвестное решение' }).optional(),
  q: absentWhenEmpty(optionalText(100)).meta({
    description: 'a part of the card’s number or of the station',
  }),
};

export const listNetworkInvoiceLines = endpoint({
  name: 'listNetworkInvoiceLines',
  method: 'GET',
  path: '/staff/api/network-invoices/:id/lines',
  summary: 'Lines of an invoice beside our sales, in the order of the report',
  caller: 'staff.read',
  params: idParams,
  query: z.object({ ...lineFilter, page, perPage: rowsPerPage(LINES_PER_PAGE) }),
  data: z.array(invoiceLine),
  meta: z.object({ pagination }),
  source,
});

/**
 * Decides differences, by their ids or all open ones of a group. Refuses: 404 no such invoice; 409 it is being compared
 * or is accepted, there is nothing to decide, what is repeated is accepted, or the network cannot be asked.
 */
export const decideNetworkInvoiceLines = endpoint({
  name: 'decideNetworkInvoiceLines',
  method: 'POST',
  path: '/staff/api/network-invoices/:id/decide',
  summary: 'Accepts differences of an invoice, disputes them, or asks the network for its sales again',
  caller: 'staff.handleMoney',
  params: idParams,
  body: z
    .object({
      decision: z.enum(LINE_DECISIONS, { error: 'Выберите: принять, спорить или запросить' }),
      lines: z.array(id).max(MAX_DECIDED_LINES, `Не больше ${MAX_DECIDED_LINES} строк`).optional(),
      group: z.enum(INVOICE_LINE_GROUPS, { error: 'Неизвестная группа' }).optional(),
      note: requiredText(500),
    })
    .refine(({ lines, group }) => (lines === undefined) !== (group === undefined), {
      path: ['lines'],
      message: 'Укажите строки или группу',
    }),
  data: z.object({ decided: z.int() }),
  source,
});

export type NetworkInvoiceLine = z.infer<typeof invoiceLine>;
