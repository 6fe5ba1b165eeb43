import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { rubles } from '../kopecks.ts';
import { dayRangeField, MAX_EXCHANGE_DAYS } from '../papers/exchange.ts';

/** The operator's own documents for 1C:Бухгалтерия (decision 172). */

/** Kinds of documents in the file, in the order of the screen. */
export const EXPORT_PARTS = [
  'sales',
  'invoices',
  'advance-invoices',
  'sale-corrections',
  'debt-corrections',
  'receipts',
  'money-in',
  'returns',
  'network-payments',
] as const;
export type ExportPart = (typeof EXPORT_PARTS)[number];

const period = dayRangeField(MAX_EXCHANGE_DAYS);

export const exportPreview = z.object({
  parts: z
    .array(
      z.object({
        part: z.enum(EXPORT_PARTS),
        count: z.int(),
        sum: rubles.meta({ description: 'below 0 where documents lower what clients owe' }),
        vat: rubles.nullable().meta({ description: 'null: documents of this kind state none' }),
      }),
    )
    .meta({ description: 'every kind, also where there is none' }),
  books: z
    .object({
      sold: rubles.meta({ description: 'fuel, surcharges and fees less discounts' }),
      corrected: rubles,
      received: rubles.meta({ description: 'payments less what was paid back, those of no client too' }),
      paid_to_networks: rubles,
    })
    .meta({ description: 'what the trial balance has gained within the days' }),
  unplaced: z.int().meta({ description: 'payments in the file that are on no client’s account' }),
  network_invoices: z
    .int()
    .meta({ description: 'invoices of networks that wait for acceptance: not in the file' }),
  file_corrections: z
    .int()
    .meta({ description: 'corrections published as a file: their lines are entered by hand' }),
  removed: z.int().meta({ description: 'documents that the file marks for removal' }),
});

export type ExportPreview = z.infer<typeof exportPreview>;

export const previewAccountingExport = endpoint({
  name: 'previewAccountingExport',
  method: 'GET',
  path: '/staff/api/exchange/enterprise-data/preview',
  summary: 'Counts and sums of the documents that the file for 1C would hold, beside the trial balance',
  caller: 'staff.read',
  query: period,
  data: exportPreview,
  source: 'docs/calls.md 7',
});

/** Refuses: 400 a bad period; 404 there are no documents of these days. */
export const downloadAccountingExport = endpoint({
  name: 'downloadAccountingExport',
  method: 'GET',
  path: '/staff/api/exchange/enterprise-data',
  summary: 'The operator’s own documents of these days as a message of EnterpriseData 1.8 for 1C, streamed',
  caller: 'staff.read',
  query: period,
  kind: 'file',
  mime: 'application/xml',
  source: 'docs/calls.md 7',
});
