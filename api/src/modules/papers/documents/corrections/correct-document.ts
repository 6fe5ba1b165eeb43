import type { Context } from '../../../../context.ts';
import { fileName } from '../../../../lib/file-name.ts';
import { prepareCorrection, type CorrectionRequest } from './corrections.ts';
import { publishCorrection } from './publish-correction.ts';
import { formatUkdTitle } from './ukd-document.ts';

export interface LinesInput extends CorrectionRequest {
  userId: number;
  confirmedBy: number | null;
  ip: string;
}

/**
 * Corrects lines of a УПД by a УКД, as PDF and XML, published beside it. The difference for the client is booked in the same
 * transaction. Refuses as `prepareCorrection`, and: 409 the document is corrected or withdrawn.
 */
export async function correctDocument(ctx: Context, input: LinesInput): Promise<number> {
  const { documentId, reason, userId, confirmedBy, ip } = input;
  const { paper: ukd, xml, pdf } = await prepareCorrection(ctx, input);
  const title = formatUkdTitle(ukd);
  return publishCorrection(ctx, {
    documentId,
    title,
    reason,
    sum: ukd.total.gross,
    vat: ukd.total.vat,
    file: {
      sha256: await ctx.files.put(pdf),
      name: `${fileName(title)}.pdf`,
      mime: 'application/pdf',
      sizeBytes: pdf.length,
    },
    xml: { sha256: await ctx.files.put(xml.bytes), name: xml.name, sizeBytes: xml.bytes.length },
    difference: ukd.total.gross - ukd.original.total.gross,
    vatDifference: ukd.total.vat - ukd.original.total.vat,
    userId,
    confirmedBy,
    ip,
  });
}
