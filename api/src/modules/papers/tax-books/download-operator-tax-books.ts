import { kopecks, toRubles } from '#contract/kopecks.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { FileAnswer } from '../../../http/call.ts';
import { tableFile, type FileColumn } from '../../../lib/tables/table-file.ts';
import { formatInvoice, formatNamedByLaw, listTaxRows, toQuarterDays, type TaxRow } from './tax-rows.ts';

/** УПД and advances are charged with VAT; a shipped or returned advance (22) and a lower price (18) are deducted. */
function getOperatorEntry({ kind, vat }: Pick<TaxRow, 'kind' | 'vat'>): {
  book: 'Книга продаж' | 'Книга покупок';
  code: '01' | '02' | '18' | '22';
} {
  if (kind === 'upd') return { book: 'Книга продаж', code: '01' };
  if (kind === 'advance') return { book: 'Книга продаж', code: '02' };
  if (kind === 'ukd')
    return vat < 0 ? { book: 'Книга покупок', code: '18' } : { book: 'Книга продаж', code: '01' };
  return { book: 'Книга покупок', code: '22' };
}

const COLUMNS: readonly FileColumn<TaxRow>[] = [
  { header: 'Книга', of: (row) => getOperatorEntry(row).book },
  { header: 'Код вида операции', of: (row) => getOperatorEntry(row).code },
  { header: 'Счёт-фактура: номер и дата', of: formatInvoice },
  {
    header: 'Корректировочный: номер и дата',
    of: ({ correction }) => correction && formatInvoice(correction),
  },
  { header: 'Покупатель', of: ({ client }) => client.title },
  { header: 'ИНН/КПП покупателя', of: ({ client }) => [client.inn, client.kpp].filter(Boolean).join('/') },
  { header: 'Стоимость с НДС', kind: 'sum', of: ({ gross }) => toRubles(kopecks(Math.abs(gross))) },
  { header: 'Сумма НДС', kind: 'sum', of: ({ vat }) => toRubles(kopecks(Math.abs(vat))) },
  { header: 'Дата', kind: 'day', of: ({ dayIso }) => dayIso },
  {
    header: 'Зачтён по УПД',
    of: ({ kind, named }) => (kind === 'shipment' && named.map(({ number }) => number).join(', ')) || null,
  },
  { header: 'Счёт-фактура на отгрузку: номер и дата (7а)', of: (row) => formatNamedByLaw(row, 'shipment') },
  { header: 'Счёт-фактура на аванс: номер и дата (11а)', of: (row) => formatNamedByLaw(row, 'upd') },
];

/**
 * Returns the operator's rows of its books of sales and purchases for a quarter, all clients', and records the reader.
 * Refuses as `listTaxRows`.
 */
export async function downloadOperatorTaxBooks(
  ctx: Context,
  { quarter, userId, ip }: { quarter: string; userId: number; ip: string },
): Promise<FileAnswer> {
  const days = toQuarterDays(quarter);
  const taxRows = await listTaxRows(ctx.db.system, days, { companyId: null });
  await ctx.db.inSystem((tx) =>
    recordEvent(tx, {
      at: ctx.clock.now(),
      what: 'books-exported',
      userId,
      ip,
      details: { firstDay: days.from, lastDay: days.till, documents: taxRows.length },
    }),
  );
  return tableFile('xlsx', {
    name: `Книги продаж и покупок ${quarter}`,
    title: 'Книги продаж и покупок',
    columns: COLUMNS,
    rows: taxRows,
  });
}
