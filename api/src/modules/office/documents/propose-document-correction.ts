import type { Kopecks } from '#contract/kopecks.ts';
import type { correctDocument } from '#contract/staff-documents.ts';
import { notFound } from '../../../errors.ts';
import type { Call } from '../../../http/bind.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import type { TwoPeopleRule } from '../../people/approvals/approval.ts';
import { lockDocumentFate } from './document-fate-store.ts';
import { prepareCorrection } from './prepare-correction.ts';
import { assertCorrectable } from './publish-correction.ts';

/** A УКД changes what the client pays VAT by and can't be taken back, so two people publish it. */
export const proposeDocumentCorrection: TwoPeopleRule = async (ctx, call) => {
  const { params, body } = call as unknown as Call<typeof correctDocument>;
  const document = await lockDocumentFate(ctx.db.system, params.id);
  if (!document) throw notFound('Документ не найден');
  assertCorrectable(document);
  const lines = body.lines.map(({ sum, ...line }) => ({ ...line, gross: sum }));
  const { paper } = await prepareCorrection(ctx, { documentId: params.id, lines, reason: body.reason });
  const { original, total } = paper;
  return {
    title: 'Опубликовать УКД',
    companyId: document.companyId,
    details: [
      { title: 'Документ', value: document.title },
      { title: 'Исправлено строк', value: String(paper.lines.length) },
      { title: 'Сумма по УПД', value: formatRubles(original.total.gross) },
      { title: 'Сумма с УКД', value: formatRubles(total.gross) },
      { title: 'НДС', value: formatChange(original.total.vat, total.vat) },
      { title: 'Причина', value: body.reason },
    ],
  };
};

function formatChange(before: Kopecks, after: Kopecks): string {
  return before === after ? formatRubles(after) : `${formatRubles(before)} → ${formatRubles(after)}`;
}
