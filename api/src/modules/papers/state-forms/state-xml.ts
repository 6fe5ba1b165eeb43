import { encodeWindows1251 } from '../../../lib/tables/windows-1251.ts';
import { xmlLines, type XmlTree } from '../../../lib/xml.ts';

export type { XmlTree };

/** The bytes of a file of the State's exchange. Texts must have passed `xmlText`. */
export function stateXml(tree: XmlTree): Buffer {
  return encodeWindows1251(['<?xml version="1.0" encoding="windows-1251"?>', ...xmlLines(tree)].join('\n'));
}

/** Characters that XML can't contain, not even as `&#…;`. */
// oxlint-disable-next-line no-control-regex
const ILLEGAL_XML_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** A text of at most this many characters on one line; undefined where nothing is left. A longer one ends in «…». */
export function xmlText(text: string, max: number): string | undefined {
  const letters = [...text.replace(ILLEGAL_XML_CHARACTERS, '').replace(/\s+/g, ' ').trim()];
  if (letters.length === 0) return undefined;
  return letters.length <= max ? letters.join('') : `${letters.slice(0, max - 1).join('')}…`;
}

/** A text for a required field. It is a dash when nothing is left. */
export function neededText(text: string, max: number): string {
  return xmlText(text, max) ?? '-';
}

/** Kopecks, or hundredths of a litre, as the State writes them: `1234.50`. */
export function hundredths(value: number): string {
  const digits = String(Math.abs(value)).padStart(3, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `YYYY-MM-DD` → `DD.MM.YYYY` */
export function stateDay(dateIso: string): string {
  return dateIso.split('-').toReversed().join('.');
}
