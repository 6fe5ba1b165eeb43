import { z } from 'zod';
import { type EndpointData, endpoint } from '../endpoint.ts';
import {
  absentWhenEmpty,
  day,
  idParams,
  moment,
  page,
  requiredText,
  rowsPerPage,
  wholeNumber,
} from '../fields.ts';
import { PARTNER_ID_MAX } from '../ids.ts';
import { largeMoneyOrZero, rubles } from '../kopecks.ts';
import { pagination } from '../pagination.ts';
import { innField } from '../values/inn.ts';
import { networkClaim, newNetworkClaim } from './network-claims.ts';
import { INVOICE_LINE_GROUPS, otherInvoice } from './network-invoice-lines.ts';

/** Invoices of the networks, compared line by line with what was sold by our cards: decision 166. */

export const NETWORK_INVOICE_STATES = ['checking', 'disputed', 'accepted', 'paid'] as const;
export type NetworkInvoiceState = (typeof NETWORK_INVOICE_STATES)[number];
export const NETWORK_INVOICE_STATE_TITLE: Record<NetworkInvoiceState, string> = {
  checking: 'Сверяется',
  disputed: 'Спор',
  accepted: 'Принят',
  paid: 'Оплачен',
};

/** The largest report that is read. */
export const MAX_INVOICE_LINES = 50_000;
const INVOICES_PER_PAGE = 50;
const source = 'docs/calls.md 7';

const partnerId = wholeNumber(1, PARTNER_ID_MAX, 'Такой сети нет');

const networkInvoice = z.object({
  id: z.int(),
  partner: z.object({ id: z.int(), title: z.string() }),
  number: z.string(),
  date: z.string(),
  from: z.string(),
  to: z.string(),
  sum: rubles,
  vat: rubles,
  agreed: rubles.meta({ description: 'sum less what is claimed back: what is to be paid for good' }),
  lines_sum: rubles.meta({ description: 'the sum of the lines of the report; the invoice may differ' }),
  ours: rubles.meta({ description: 'our sales of the period, at the prices of the stations' }),
  difference: rubles.meta({ description: 'the lines of the network less our sales' }),
  undecided: z.int().meta({ description: 'differences that no one has decided' }),
  disputed: z.int(),
  state: z.enum(NETWORK_INVOICE_STATES),
  progress: z
    .object({ done: z.int(), total: z.int() })
    .nullable()
    .meta({ description: 'lines that are compared; null: all of them' }),
  paid: rubles.meta({ description: 'the part of the payments to the network, oldest invoice first' }),
  due: z.string().nullable().meta({ description: 'the last day of payment; null: the network has none' }),
  file: z.string(),
  loaded_at: moment,
  loaded_by: z.string().nullable(),
  accepted_at: moment.nullable(),
  accepted_by: z.string().nullable(),
});

const supplier = z.object({
  partner_id: z.int(),
  title: z.string(),
  inn: z.string().nullable(),
  payment_days: z.int().nullable(),
  invoiced: rubles.meta({ description: 'by its invoices, without what is claimed back' }),
  paid: rubles.meta({ description: 'by the bank’s statements, to this INN, less what it has given back' }),
  owed: rubles.meta({ description: 'invoiced and not paid' }),
  unaccepted: rubles.meta({ description: 'the part of `owed` of invoices that no one has accepted' }),
  advance: rubles.meta({ description: 'paid and laid on no invoice yet' }),
  due: z.string().nullable().meta({ description: 'when the oldest unpaid invoice is due' }),
  bonuses: rubles.meta({ description: 'payments of the network that were booked as its bonuses' }),
  claims: z
    .array(networkClaim.pick({ id: true, sum: true, returned: true }).extend({ invoice_number: z.string() }))
    .meta({ description: 'claims that the network has not given back' }),
  asks_again: z.boolean().meta({ description: 'its sales of past days can be read again' }),
});

const uploaded = z.object({
  partner_id: partnerId,
  from: day,
  to: day,
});

type Period = { from: string; to: string };
const inOrder = ({ from, to }: Period): boolean => from <= to;
const backwards = { path: ['to'], message: 'Последний день раньше первого' };

/** Refuses `file` as `loadNetworkInvoice` does. */
export const previewNetworkInvoice = endpoint({
  name: 'previewNetworkInvoice',
  changesNothing: true,
  method: 'POST',
  path: '/staff/api/network-invoices/preview',
  summary: 'What is read in a report of a network; changes nothing',
  caller: 'staff.handleMoney',
  body: uploaded.refine(inOrder, backwards),
  file: 'file',
  data: z.object({
    lines: z.int(),
    litres: z.number(),
    sum: rubles,
    first: z.string().nullable(),
    last: z.string().nullable(),
    unknown_cards: z.int().meta({ description: 'cards of the report that are none of ours' }),
    columns: z.array(z.object({ field: z.string(), header: z.string() })),
  }),
  source,
});

/**
 * Errors: 400 on `file` that is neither CSV nor XLSX, lacks a column, has a wrong row or too many; on `number` that this
 * network has used this year.
 */
export const loadNetworkInvoice = endpoint({
  name: 'loadNetworkInvoice',
  method: 'POST',
  path: '/staff/api/network-invoices',
  summary: 'Loads an invoice of a network with its lines, CSV or XLSX, and compares them with our sales',
  caller: 'staff.handleMoney',
  idempotent: true,
  body: uploaded
    .extend({
      number: requiredText(60),
      date: day,
      sum: largeMoneyOrZero.refine((sum) => sum > 0, 'Сумма должна быть больше нуля'),
      vat: largeMoneyOrZero,
    })
    .refine(inOrder, backwards)
    .refine(({ sum, vat }) => sum === 0 || vat < sum, {
      path: ['vat'],
      message: 'НДС не меньше суммы счёта',
    }),
  file: 'file',
  data: networkInvoice,
  source,
});

export const listNetworkInvoices = endpoint({
  name: 'listNetworkInvoices',
  method: 'GET',
  path: '/staff/api/network-invoices',
  summary: 'Invoices of the networks, newest first, with what is owed to each network',
  caller: 'staff.read',
  query: z.object({
    partner_id: absentWhenEmpty(partnerId),
    state: z.enum(NETWORK_INVOICE_STATES, { error: 'Неизвестное состояние' }).optional(),
    page,
    perPage: rowsPerPage(INVOICES_PER_PAGE),
  }),
  data: z.array(networkInvoice),
  meta: z.object({ pagination, networks: z.array(supplier) }),
  source,
});

export const readNetworkInvoice = endpoint({
  name: 'readNetworkInvoice',
  method: 'GET',
  path: '/staff/api/network-invoices/:id',
  summary: 'An invoice of a network with the counts and sums of its groups',
  caller: 'staff.read',
  params: idParams,
  data: networkInvoice.extend({
    asks_again: z.boolean().meta({ description: 'the network’s sales of the period can be read again' }),
    claim: networkClaim.nullable().meta({ description: 'what the network is to give back; null: nothing' }),
    claimable: rubles.meta({
      description: 'what the disputed lines bill too much; 0 where nothing is disputed',
    }),
    others: z
      .array(otherInvoice.extend({ lines: z.int() }))
      .meta({ description: 'other invoices for these days, with how many of its lines each has already' }),
    groups: z.array(
      z.object({
        group: z.enum(INVOICE_LINE_GROUPS),
        count: z.int(),
        theirs: rubles,
        ours: rubles,
        undecided: z.int(),
      }),
    ),
  }),
  source,
});

/** Refuses: 404 no such invoice; 409 it is being compared, or is accepted. */
export const compareNetworkInvoice = endpoint({
  name: 'compareNetworkInvoice',
  method: 'POST',
  path: '/staff/api/network-invoices/:id/compare',
  summary: 'Compares an invoice with our sales once more; decisions stay',
  caller: 'staff.handleMoney',
  params: idParams,
  data: networkInvoice,
  source,
});

/**
 * With `claim` an invoice with disputed lines is accepted for the rest of its sum. Refuses: 404 no such invoice; 409 it is
 * being compared or accepted, has differences that are open, lines of another invoice that are not disputed, disputed ones
 * without `claim`, or a `claim` without them;
 * `claim.sum` above that of the invoice.
 */
export const acceptNetworkInvoice = endpoint({
  name: 'acceptNetworkInvoice',
  method: 'POST',
  path: '/staff/api/network-invoices/:id/accept',
  summary: 'Accepts an invoice of a network for payment, and claims back what is disputed',
  caller: 'staff.handleMoney',
  params: idParams,
  body: z.object({ claim: newNetworkClaim.optional() }),
  data: networkInvoice,
  source,
});

/** Refuses: 404 no such invoice; 409 it is accepted. */
export const removeNetworkInvoice = endpoint({
  name: 'removeNetworkInvoice',
  method: 'DELETE',
  path: '/staff/api/network-invoices/:id',
  summary: 'Removes an invoice that was loaded by mistake, with its lines and decisions',
  caller: 'staff.handleMoney',
  params: idParams,
  body: z.object({ note: requiredText(500) }),
  data: z.object({}),
  source,
});

/** Refuses `inn` that another network has. */
export const setNetworkSupplier = endpoint({
  name: 'setNetworkSupplier',
  method: 'PUT',
  path: '/staff/api/partners/:id/supplier',
  summary: 'INN of a network, by which payments to it are recognised, and its days of payment',
  caller: 'staff.handleMoney',
  params: idParams,
  body: z.object({
    inn: absentWhenEmpty(innField),
    payment_days: absentWhenEmpty(wholeNumber(0, 365, 'Целое число дней, от 0 до 365')),
  }),
  data: z.object({ partner_id: z.int(), inn: z.string().nullable(), payment_days: z.int().nullable() }),
  source,
});

export type NetworkInvoice = EndpointData<typeof listNetworkInvoices>[number];
export type NetworkInvoiceFile = EndpointData<typeof readNetworkInvoice>;
export type NetworkSupplier = z.infer<typeof supplier>;
