import type { z } from 'zod';
import type { monthlyDocument } from '#contract/documents.ts';
import type { FileColumn } from '../../../lib/table-file.ts';

/** A document with its month. */
export type ListedDocument = z.input<typeof monthlyDocument> & { month: string };

/** The list of documents as a file. */
export const DOCUMENT_COLUMNS: readonly FileColumn<ListedDocument>[] = [
  { header: 'Месяц', of: (one) => one.month },
  { header: 'Документ', of: (one) => one.title },
  { header: 'Сеть', of: (one) => one.partner_title },
  { header: 'Сумма', kind: 'sum', of: (one) => one.sum },
  { header: 'НДС', kind: 'sum', of: (one) => one.vat },
  { header: 'Опубликован', kind: 'time', of: (one) => one.published },
  { header: 'Подтверждён', kind: 'time', of: (one) => one.received },
  { header: 'Возражение', of: (one) => one.objection?.comment ?? null },
];
