import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { callInWorker } from '../../../lib/call-in-worker.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { checkStateXml } from '../state-forms/check-state-xml.ts';
import { STATE_FORMS } from '../state-forms/state-form.ts';
import { findXmlToMake } from './document-xml-store.ts';
import { readUpd } from './make-document-xml.ts';
import { ukdPaper, type CorrectedLine, type UkdPaper } from './ukd-paper.ts';
import { ukdXml } from './ukd-xml.ts';
import type { StateFile } from './upd-xml.ts';
import type { UpdPaper } from './upd-paper.ts';

export interface AskedCorrection {
  documentId: number;
  lines: readonly CorrectedLine[];
  reason: string;
}

export interface PreparedCorrection {
  paper: UkdPaper;
  xml: StateFile;
  pdf: Buffer;
}

/**
 * A УКД as it would be published, checked by its form; nothing is written. Refuses: 404 no such УПД; 400 on `lines` what it
 * has not, or where nothing changes; 409 it is a file, or the check refuses the XML.
 */
export async function prepareCorrection(ctx: Context, asked: AskedCorrection): Promise<PreparedCorrection> {
  const { documentId, reason } = asked;
  const document = await findXmlToMake(ctx.db.system, documentId);
  if (!document) throw notFound('УПД не найден');
  const original = await readUpd(ctx, document);
  assertLines(original, asked.lines);
  const now = ctx.clock.now();
  const paper = ukdPaper(original, { lines: asked.lines, reason, dateIso: moscowDay(now) });
  const xml = ukdXml(paper, { at: now, about: `ukd:${documentId}` });
  const [problem] = await checkStateXml(ctx.config, STATE_FORMS.ukd, xml.bytes);
  if (problem !== undefined) throw conflict(`УКД не прошёл проверку по форме: ${problem}`);
  return { paper, xml, pdf: await draw(paper) };
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
