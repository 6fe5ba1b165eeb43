import type { Kopecks } from '#contract/kopecks.ts';
import type { correctDocument } from '#contract/papers/staff-documents.ts';
import { mintCompanyScope } from '../../../../db/company-scope.ts';
import { findBalances } from '../../../money/posting/find-balances.ts';
import type { Context } from '../../../../context.ts';
import { conflict, fieldRefusal, notFound } from '../../../../errors.ts';
import { moscowDay, formatRubles } from '../../../../lib/money-format.ts';
import { checkStateXml } from '../../state-forms/check-state-xml.ts';
import { getStateForm } from '../../state-forms/state-form.ts';
import { drawUkd } from '../pdf/make-document-pdf.ts';
import { findXmlToMake } from '../xml/document-xml-store.ts';
import { readStandingUpd } from '../xml/make-document-xml.ts';
import { toUkdDocument, type CorrectedLine, type UkdDocument } from './ukd-document.ts';
import { ukdXml } from '../xml/ukd-xml.ts';
import type { StateFile } from '../xml/upd-xml.ts';
import type { UpdDocument } from '../upd-document.ts';
import type { TwoPeopleRule } from '../../../identity/approvals/approvals.ts';
import { countCorrections, lockDocumentStatus } from '../documents.ts';
import { assertCorrectable } from './publish-correction.ts';
import type { Call } from '../../../../http/call.ts';

export interface CorrectionRequest {
  documentId: number;
  lines: readonly CorrectedLine[];
  reason: string;
}

export interface PreparedCorrection {
  paper: UkdDocument;
  xml: StateFile;
  pdf: Buffer;
}

/**
 * Returns a УКД as it would be published, checked by its form; writes nothing. Refuses: 404 no such УПД; 400 on `lines` a
 * line that the УПД has not, or no change; 409 the УПД is an uploaded file, or the check refuses the XML.
 */
export async function prepareCorrection(ctx: Context, args: CorrectionRequest): Promise<PreparedCorrection> {
  const { documentId, reason } = args;
  const document = await findXmlToMake(ctx.db.system, documentId);
  if (!document) throw notFound('УПД не найден');
  const original = await readStandingUpd(ctx, documentId, document);
  assertCorrectedLines(original, args.lines);
  const now = ctx.clock.now();
  const serial = 1 + (await countCorrections(ctx.db.system, documentId));
  const ukd = toUkdDocument(original, { lines: args.lines, reason, dateIso: moscowDay(now), serial });
  const xml = ukdXml(ukd, { at: now, about: `ukd:${documentId}${serial === 1 ? '' : `:${serial}`}` });
  const [problem] = await checkStateXml(ctx.config, getStateForm('ukd', moscowDay(now)), xml.bytes);
  if (problem !== undefined) throw conflict(`УКД не прошёл проверку по форме: ${problem}`);
  return { paper: ukd, xml, pdf: await drawUkd(ukd) };
}

function assertCorrectedLines({ lines }: UpdDocument, input: readonly CorrectedLine[]): void {
  const places = new Set(input.map(({ place }) => place));
  if (places.size !== input.length) throw fieldRefusal('lines', 'Каждая строка исправляется один раз');
  for (const { place, quantity, gross } of input) {
    const before = lines[place - 1];
    if (!before) throw fieldRefusal('lines', `В УПД нет строки ${place}`);
    if (!before.isService && quantity === 0 && gross > 0)
      throw fieldRefusal('lines', `Укажите количество в строке ${place}`);
    if (before.gross === gross && (before.isService || before.quantity === quantity))
      throw fieldRefusal('lines', `Строка ${place} не меняется`);
  }
}

/** A УКД changes the basis of the client's VAT and can't be undone, so two people publish it. */
export const proposeDocumentCorrection: TwoPeopleRule = async (ctx, call) => {
  const { params, body } = call as unknown as Call<typeof correctDocument>;
  const document = await lockDocumentStatus(ctx.db.system, params.id);
  if (!document) throw notFound('Документ не найден');
  assertCorrectable(document);
  const lines = body.lines.map(({ sum, ...line }) => ({ ...line, gross: sum }));
  const { paper: ukd } = await prepareCorrection(ctx, { documentId: params.id, lines, reason: body.reason });
  const { original, total } = ukd;
  const difference = total.gross - original.total.gross;
  const { unallocated } = await findBalances(ctx.db.system, mintCompanyScope(document.companyId));
  return {
    title: 'Опубликовать УКД',
    companyId: document.companyId,
    details: [
      { title: 'Документ', value: document.title },
      { title: 'Исправлено строк', value: String(ukd.lines.length) },
      { title: 'Сумма по УПД', value: formatRubles(original.total.gross) },
      { title: 'Сумма с УКД', value: formatRubles(total.gross) },
      { title: 'НДС', value: formatChange(original.total.vat, total.vat) },
      { title: 'Деньги', value: formatDifference(difference) },
      { title: 'Нераспределённые средства сейчас', value: formatRubles(unallocated), movesByItself: true },
      { title: 'Станет', value: formatRubles(unallocated - difference), movesByItself: true },
      { title: 'Причина', value: body.reason },
    ],
  };
};

function formatDifference(difference: number): string {
  if (difference === 0) return 'не двинутся';
  const sum = formatRubles(Math.abs(difference));
  return difference > 0 ? `спишется с клиента ${sum}` : `вернётся клиенту ${sum}`;
}

function formatChange(before: Kopecks, after: Kopecks): string {
  return before === after ? formatRubles(after) : `${formatRubles(before)} → ${formatRubles(after)}`;
}
