import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { FILE_MIME } from '../list-files.ts';

/** Books of purchases and sales by quarter: docs/calls.md 30, decision 199. */

/** A quarter, `2026Q4`. */
const quarterField = z.object({
  quarter: z.string({ error: 'Укажите квартал' }).regex(/^20\d{2}Q[1-4]$/, 'Квартал пишется как 2026Q4'),
});

/**
 * One row for each УПД (01), invoice for an advance (02) and correction (18) of the quarter, the VAT that is restored (21),
 * and what is missing. Refuses: 400 no quarter.
 */
export const downloadPurchaseBook = endpoint({
  name: 'downloadPurchaseBook',
  method: 'GET',
  path: '/api/exchange/purchase-book',
  summary: 'The company’s rows of its book of purchases by quarter, and the VAT that it restores, as XLSX',
  caller: 'read',
  key: { scope: 'documents:read', path: '/api/v1/exchange/purchase-book' },
  query: quarterField,
  kind: 'file',
  mime: FILE_MIME.xlsx,
  source: 'docs/calls.md 30',
});

/** The operator's own side of the same documents, for all clients. Refuses: 400 no quarter, or too many rows. */
export const downloadOperatorTaxBooks = endpoint({
  name: 'downloadOperatorTaxBooks',
  method: 'GET',
  path: '/staff/api/exchange/tax-books',
  summary: 'The operator’s rows of its books of sales (01, 02) and purchases (18, 22) by quarter, as XLSX',
  caller: 'staff.read',
  query: quarterField,
  kind: 'file',
  mime: FILE_MIME.xlsx,
  source: 'docs/calls.md 30',
});
