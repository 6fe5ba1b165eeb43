import type { Content } from 'pdfmake/interfaces.js';
import { heading, notice } from '../../../lib/paper-blocks.ts';
import { renderPdf } from '../../../lib/pdf.ts';

/** An agreement as it goes to paper; `text` has blank lines between paragraphs and begins with its title. */
export interface AgreementPaper {
  text: string;
  author: string;
  /** Which wording this is: «Редакция № 2 от 15.09.2026». */
  edition: string;
  /** `YYYY-MM-DD`. */
  dateIso: string;
}

/** Lays an agreement out over as many pages as it takes. */
export async function agreementPdf({ text, author, edition, dateIso }: AgreementPaper): Promise<Buffer> {
  const [title = '', ...paragraphs] = paragraphsOf(text);
  const content = [notice(edition), heading(title), ...paragraphs.map(paragraphBlock)];
  return renderPdf({ title: shortened(title), author, dateIso, content });
}

function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

/** «4. Простая электронная подпись»: a number, a short line, no full stop. */
const SECTION = /^\d+\.\s[^\n]{2,80}[^.\n]$/;

function paragraphBlock(text: string): Content {
  return SECTION.test(text)
    ? { text, bold: true, fontSize: 10.5, margin: [0, 8, 0, 4], headlineLevel: 2, outline: true }
    : { text, margin: [0, 0, 0, 5] };
}

/** The footer and the window's title have one line. */
function shortened(title: string): string {
  return title.length <= 90 ? title : `${title.slice(0, 89)}…`;
}
