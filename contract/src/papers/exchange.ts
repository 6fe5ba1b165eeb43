import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, idParams, moment, PERIOD_BACKWARDS } from '../fields.ts';
import { dayAfterDay, operationSubject } from '../fuel/operations.ts';

/** Files that other programs load: docs/calls.md 30, docs/facts.md 30. */

/** A file of documents is of a year at most. */
export const MAX_EXCHANGE_DAYS = 366;

const DAY_MS = 86_400_000;

/** Days from–to, both included, at most as many as named. */
export const dayRangeField = (max: number) =>
  z
    .object({ from: day, to: day })
    .refine(({ from, to }) => from <= to, { message: PERIOD_BACKWARDS, path: ['from'] })
    .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / DAY_MS < max, {
      message: `Не больше ${max} дней за один раз`,
      path: ['to'],
    });

/**
 * Each УПД of a closed month is a «Поступление товаров и услуг», with the lines and sums of the УПД, and each
 * invoice for an advance a «Счёт-фактура полученный». The references are computed from our
 * ids, so a second load changes nothing. Refuses: 400 a bad period; 404 there is no УПД of these days.
 */
export const downloadEnterpriseData = endpoint({
  name: 'downloadEnterpriseData',
  method: 'GET',
  path: '/api/exchange/enterprise-data',
  summary:
    'The УПД and invoices for advances dated within these days as a message of EnterpriseData 1.8 for 1C',
  caller: 'read',
  key: { scope: 'documents:read', path: '/api/v1/exchange/enterprise-data' },
  query: dayRangeField(MAX_EXCHANGE_DAYS),
  kind: 'file',
  mime: 'application/xml',
  source: 'docs/calls.md 30',
});

/** More rows make a workbook that takes a processor for half a minute. */
export const MAX_UAT_ROWS = 50_000;

/** Purchases and refunds in the columns that 1С:УАТ loads. Refuses: 400 more than MAX_UAT_ROWS; 404 another company's card. */
export const downloadUatWorkbook = endpoint({
  name: 'downloadUatWorkbook',
  method: 'GET',
  path: '/api/operations/uat.xlsx',
  summary: 'Purchases and refunds as a workbook in the columns that 1С:УАТ loads',
  caller: 'read',
  query: z
    .object({ dateFrom: day.optional(), dateTo: day.optional(), ...operationSubject })
    .refine((query) => !query.dateFrom || !query.dateTo || query.dateFrom <= query.dateTo, dayAfterDay),
  kind: 'file',
  mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  source: 'docs/calls.md 30',
});

/**
 * A payment order for what an invoice still awaits, as 1C and the programs of banks load it (1CClientBankExchange, windows-1251).
 * Refuses: 404 another company's invoice; 409 it is paid or cancelled.
 */
export const downloadPaymentOrder = endpoint({
  name: 'downloadPaymentOrder',
  method: 'GET',
  path: '/api/invoices/:id/payment-order',
  summary: 'A payment order for an invoice as a file for 1C or the program of a bank',
  caller: 'read',
  key: { scope: 'invoices:read', path: '/api/v1/invoices/:id/payment-order' },
  params: idParams,
  kind: 'file',
  mime: 'text/plain',
  source: 'docs/calls.md 30, docs/facts.md 3',
});

/**
 * An invoice for payment in the State's form `ON_CHETOP`, windows-1251, with the same figures as its PDF. Refuses: 404
 * another company's invoice; 409 it is cancelled, or the check refuses the XML.
 */
export const downloadInvoiceXml = endpoint({
  name: 'downloadInvoiceXml',
  method: 'GET',
  path: '/api/invoices/:id/xml',
  summary: 'An invoice for payment in the State’s form, XML',
  caller: 'read',
  key: { scope: 'invoices:read', path: '/api/v1/invoices/:id/xml' },
  params: idParams,
  kind: 'file',
  mime: 'application/xml',
  source: 'docs/calls.md 11',
});

/** The endpoint for 1C answers for at most this many days at once. */
export const MAX_ENDPOINT_DAYS = 92;

/** Shown by the page «1С и программы». The endpoint itself (`/api/public-api/v2`) is described in docs/calls.md 30. */
export const readExchange = endpoint({
  name: 'readExchange',
  method: 'GET',
  path: '/api/exchange',
  summary: 'When a program of the company has called the door of 1C last',
  caller: 'read',
  data: z.object({
    called: z
      .object({ at: moment, call: z.string().meta({ description: 'what for, a word' }) })
      .nullable()
      .meta({ description: 'to a minute; null: never' }),
  }),
  source: 'docs/calls.md 30',
});
