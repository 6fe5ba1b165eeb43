import type { Content } from 'pdfmake/interfaces.js';
import { heading, notice } from '../../../lib/pdf/pdf-blocks.ts';
import { renderPdf } from '../../../lib/pdf/pdf.ts';
import type { Operator } from '../../../operator.ts';

/** An agreement for the PDF. `text` has blank lines between paragraphs and begins with its title. */
export interface AgreementDocument {
  text: string;
  author: string;
  /** Edition of the text: «Редакция № 2 от 15.09.2026». */
  edition: string;
  /** `YYYY-MM-DD`. */
  dateIso: string;
}

/** Lays an agreement out over as many pages as it takes. */
export async function agreementPdf({ text, author, edition, dateIso }: AgreementDocument): Promise<Buffer> {
  const [title = '', ...paragraphs] = toParagraphs(text);
  const content = [notice(edition), heading(title), ...paragraphs.map(paragraphBlock)];
  return renderPdf({ title: shortened(title), author, dateIso, content });
}

/** Lays out the text of an agreement inside another document. */
export function layOutAgreement(text: string): Content[] {
  const [title = '', ...paragraphs] = toParagraphs(text);
  return [{ text: title, bold: true, margin: [0, 0, 0, 6] }, ...paragraphs.map(paragraphBlock)];
}

function toParagraphs(text: string): string[] {
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

/** Names the operator as in the head of an agreement. Texts use «Оператор» afterwards. */
export function operatorClause({ requisites }: Operator): string {
  const ogrn = requisites.ogrn.length === 15 ? 'ОГРНИП' : 'ОГРН';
  return `${requisites.name} (ИНН ${requisites.inn}, ${ogrn} ${requisites.ogrn}), именуемое далее «Оператор»`;
}

/** The last paragraph of every agreement: one requisite a line. */
export function operatorRequisites({ requisites, email }: Operator): string {
  return [
    requisites.name,
    `ИНН ${requisites.inn}${requisites.kpp ? `, КПП ${requisites.kpp}` : ''}, ОГРН ${requisites.ogrn}`,
    `Адрес: ${requisites.address}`,
    `Расчётный счёт ${requisites.account} в ${requisites.bank}`,
    `БИК ${requisites.bik}, корреспондентский счёт ${requisites.corrAccount}`,
    `Телефон ${requisites.phone}, электронная почта ${email}`,
    `Руководитель: ${requisites.director}`,
  ].join('\n');
}
