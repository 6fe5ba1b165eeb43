import type { Kopecks } from '#contract/kopecks.ts';
import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { formatDateShort, moscowDay } from '../../../lib/money-format.ts';
import { storableText } from '../../../lib/storable-text.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { requireSupplier } from '../../programme/partners/suppliers.ts';
import { countUnknownCards } from './compared-sale-store.ts';
import { compareInvoice } from './compare-invoice.ts';
import { findNumber, insertInvoice, insertLines } from './network-invoice-store.ts';
import { requireInvoice, type NetworkInvoice } from './network-invoices.ts';
import { readReport, type ReadReport } from './read-report.ts';
import type { ReportLine } from './report-line.ts';

interface Upload {
  file: UploadedFile | null;
  partnerId: number;
  from: string;
  to: string;
}

export interface LoadedInvoice extends Upload {
  number: string;
  datedOn: string;
  sum: Kopecks;
  vat: Kopecks;
  staffId: number;
  requestKey: RequestKey | null;
}

/** Reports up to this length are compared at once; a longer one by a job. */
const MAX_COMPARED_AT_ONCE = 2000;
/** Lines per statement. */
const BATCH_SIZE = 2000;

/**
 * Loads an invoice with its report, wholly or not at all, and compares it with our sales. Refuses as `readReport`; `number`
 * that the network has used this year; `date` and `to` in the future; 404 no such network.
 */
export async function loadInvoice(ctx: Context, input: LoadedInvoice): Promise<NetworkInvoice> {
  const { partnerId, number, datedOn } = input;
  const now = ctx.clock.now();
  await requireSupplier(ctx.db.system, partnerId);
  assertArrived('date', datedOn, now);
  assertArrived('to', input.to, now);
  const { lines } = await readReport(input.file, input);
  const bytes = input.file?.bytes ?? Buffer.alloc(0);
  const file = {
    name: storableText(input.file?.name ?? '').slice(0, 255),
    sha256: await ctx.files.put(bytes),
  };
  const { id } = await ctx.db.inSystem((tx) =>
    doOnce(tx, input.requestKey, now, async () => {
      const totals = { lineCount: lines.length, linesSum: sumLines(lines) };
      const invoiceId = await insertInvoice(tx, { ...input, ...totals, file, now });
      if (invoiceId === null) {
        const known = await findNumber(tx, { partnerId, number, datedOn });
        const day = known ? ` от ${formatDateShort(known.datedOn)}` : '';
        throw fieldRefusal('number', `Счёт № ${number}${day} этой сети уже загружен`);
      }
      for (let at = 0; at < lines.length; at += BATCH_SIZE)
        await insertLines(tx, invoiceId, lines.slice(at, at + BATCH_SIZE));
      // A process that ends before the comparison leaves it to the job.
      const key = `compare-network-invoice:${invoiceId}`;
      await enqueueJob(tx, 'compare-network-invoice', { invoiceId }, { key });
      recordChange(tx, {
        targets: [{ kind: 'partner', id: partnerId }],
        after: { number, date: datedOn, sumKopecks: input.sum, lines: lines.length, file: file.name },
      });
      return { id: invoiceId };
    }),
  );
  if (lines.length <= MAX_COMPARED_AT_ONCE) await compareInvoice(ctx, { invoiceId: id });
  return requireInvoice(ctx.db.system, id, moscowDay(now));
}

export interface ReportPreview extends ReadReport {
  sum: number;
  unknownCards: number;
}

/** Reads a report and changes nothing. Refuses as `loadInvoice` does. */
export async function previewInvoice(ctx: Context, input: Upload): Promise<ReportPreview> {
  await requireSupplier(ctx.db.system, input.partnerId);
  assertArrived('to', input.to, ctx.clock.now());
  const report = await readReport(input.file, input);
  const numbers = [...new Set(report.lines.map((line) => line.cardNumber))];
  const unknownCards = await countUnknownCards(ctx.db.system, { partnerId: input.partnerId, numbers });
  return { ...report, sum: sumLines(report.lines), unknownCards };
}

/** Refuses a day that has not come: neither an invoice nor the sales of a report can be of the future. */
function assertArrived(field: 'date' | 'to', day: string, now: Date): void {
  if (day > moscowDay(now)) throw fieldRefusal(field, `${formatDateShort(day)} ещё не наступило`);
}

function sumLines(lines: readonly ReportLine[]): number {
  return lines.reduce((sum, line) => sum + (line.isRefund ? -line.sum : line.sum), 0);
}
