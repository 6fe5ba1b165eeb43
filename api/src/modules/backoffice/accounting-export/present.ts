import type { z } from 'zod';
import type { exportPreview } from '#contract/backoffice/accounting-export.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import type { ExportPreview } from './preview-export.ts';

export function presentPreview({ parts, books, leftOut }: ExportPreview): z.input<typeof exportPreview> {
  return {
    parts: parts.map(({ part, count, sum, vat }) => ({
      part,
      count,
      sum: toRubles(kopecks(sum)),
      vat: vat === null ? null : toRubles(kopecks(vat)),
    })),
    books: {
      sold: toRubles(books.sold),
      corrected: toRubles(books.corrected),
      received: toRubles(books.received),
      paid_to_networks: toRubles(books.paidToNetworks),
    },
    unplaced: leftOut.unplaced,
    network_invoices: leftOut.networkInvoices,
    file_corrections: leftOut.fileCorrections,
    removed: leftOut.removed,
  };
}
