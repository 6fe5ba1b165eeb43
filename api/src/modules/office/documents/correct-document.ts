import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { callInWorker } from '../../../lib/call-in-worker.ts';
import { fileName } from '../../../lib/file-name.ts';
import { formatDateLong, moscowDay } from '../../../lib/money-format.ts';
import { checkStateXml } from '../state-forms/check-state-xml.ts';
import { STATE_FORMS } from '../state-forms/state-form.ts';
import { findXmlToMake } from './document-xml-store.ts';
import { readUpd } from './make-document-xml.ts';
import { publishCorrection } from './publish-correction.ts';
import { ukdPaper, type CorrectedLine, type UkdPaper } from './ukd-paper.ts';
import { ukdXml } from './ukd-xml.ts';
import type { UpdPaper } from './upd-paper.ts';

export interface SaidLines {
  documentId: number;
  lines: readonly CorrectedLine[];
  reason: string;
  userId: number;
  ip: string;
}

/**
 * Corrects lines of a УПД by a УКД, as PDF and XML, published beside it. It moves no money: what the client gets back or
 * owes is booked by itself. Refuses: 404 no such УПД; 400 on `lines` what it has not, or where nothing changes; 409 it is
 * corrected, withdrawn or a file, or the check refuses the XML.
 */
export async function correctDocument(ctx: Context, said: SaidLines): Promise<number> {
  const { documentId, reason, userId, ip } = said;
  const document = await findXmlToMake(ctx.db.system, documentId);
  if (!document) throw notFound('УПД не найден');
  const original = await readUpd(ctx, document);
  assertLines(original, said.lines);
  const now = ctx.clock.now();
  const paper = ukdPaper(original, { lines: said.lines, reason, dateIso: moscowDay(now) });
  const xml = ukdXml(paper, { at: now, about: `ukd:${documentId}` });
  const [problem] = await checkStateXml(ctx.config, STATE_FORMS.ukd, xml.bytes);
  if (problem !== undefined) throw conflict(`УКД не прошёл проверку по форме: ${problem}`);
  const pdf = await draw(paper);
  const title = `УКД № ${paper.number} от ${formatDateLong(paper.dateIso)}`;
  return publishCorrection(ctx, {
    documentId,
    title: title.replaceAll('\u00a0', ' '),
    reason,
    sum: paper.total.gross,
    vat: paper.total.vat,
    file: {
      sha256: await ctx.files.put(pdf),
      name: `${fileName(title)}.pdf`,
      mime: 'application/pdf',
      sizeBytes: pdf.length,
    },
    xml: { sha256: await ctx.files.put(xml.bytes), name: xml.name, sizeBytes: xml.bytes.length },
    userId,
    ip,
  });
}

function assertLines({ lines }: UpdPaper, said: readonly CorrectedLine[]): void {
  const places = new Set(said.map(({ place }) => place));
  if (places.size !== said.length) throw fieldRefusal('lines', 'Каждая строка исправляется один раз');
  for (const { place, quantity, gross } of said) {
    const before = lines[place - 1];
    if (!before) throw fieldRefusal('lines', `В УПД нет строки ${place}`);
    if (!before.isService && quantity === 0 && gross > 0)
      throw fieldRefusal('lines', `Укажите количество в строке ${place}`);
    if (before.gross === gross && (before.isService || before.quantity === quantity))
      throw fieldRefusal('lines', `Строка ${place} не меняется`);
  }
}

async function draw(paper: UkdPaper): Promise<Buffer> {
  const bytes = await callInWorker<Uint8Array>({
    module: new URL('./ukd-pdf.ts', import.meta.url),
    name: 'ukdPdf',
    argument: async () => paper,
    signal: new AbortController().signal,
  });
  return Buffer.from(bytes);
}
