import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { formatDateLong } from '../../../../lib/money-format.ts';
import { vatAt } from '#contract/values/included-vat.ts';
import { updLine, type UpdLine, type UpdDocument } from '../upd-document.ts';

/** Correct figures of a line of a УПД. */
export interface CorrectedLine {
  /** Its number in the УПД. */
  place: number;
  /** Hundredths of the unit. */
  quantity: number;
  /** Sum with VAT. */
  gross: Kopecks;
}

export interface UkdLine {
  place: number;
  before: UpdLine;
  after: UpdLine;
}

export interface UkdTotal {
  net: Kopecks;
  vat: Kopecks;
  gross: Kopecks;
}

/** All data of a universal correction document. Its PDF and its XML are made from it. */
export interface UkdDocument {
  number: string;
  dateIso: string;
  reason: string;
  original: UpdDocument;
  /** Only the lines that change. */
  lines: readonly UkdLine[];
  /** Sums by which the lines increase and decrease, counted separately. */
  more: UkdTotal;
  less: UkdTotal;
  /** Total of the УПД after the correction. */
  total: UkdTotal;
}

/** «УКД № 202610-1-4-К1 от 30 ноября 2026 г.» */
export function formatUkdTitle({ number, dateIso }: Pick<UkdDocument, 'number' | 'dateIso'>): string {
  return `УКД № ${number} от ${formatDateLong(dateIso)}`.replaceAll('\u00a0', ' ');
}

const NONE = kopecks(0);

/**
 * VAT is taken out of each new sum at the rate of the line, as in the УПД. `serial` numbers the corrections of one УПД.
 */
export function toUkdDocument(
  original: UpdDocument,
  input: { lines: readonly CorrectedLine[]; reason: string; dateIso: string; serial: number },
): UkdDocument {
  const lines = input.lines.flatMap((line): UkdLine[] => {
    const before = original.lines[line.place - 1];
    return before ? [{ place: line.place, before, after: correctLine(before, line) }] : [];
  });
  const changes = lines.map(({ before, after }) => ({
    net: after.net - before.net,
    vat: after.vat - before.vat,
    gross: after.gross - before.gross,
  }));
  const sumPart = (part: keyof UkdTotal, sign: number): Kopecks =>
    kopecks(changes.reduce((sum, change) => sum + Math.max(0, sign * change[part]), 0));
  const more = { net: sumPart('net', 1), vat: sumPart('vat', 1), gross: sumPart('gross', 1) };
  const less = { net: sumPart('net', -1), vat: sumPart('vat', -1), gross: sumPart('gross', -1) };
  const totalAfter = (part: keyof UkdTotal): Kopecks =>
    kopecks(original.total[part] + more[part] - less[part]);
  return {
    number: `${original.number}-К${input.serial}`,
    dateIso: input.dateIso,
    reason: input.reason,
    original,
    lines,
    more,
    less,
    total: { net: totalAfter('net'), vat: totalAfter('vat'), gross: totalAfter('gross') },
  };
}

/** Returns a line with its new quantity and sum; VAT is taken out of the sum at the rate of the line. */
export function correctLine(
  before: UpdLine,
  { quantity, gross }: Pick<CorrectedLine, 'quantity' | 'gross'>,
): UpdLine {
  const vat = kopecks(vatAt(gross, before.ratePercent));
  const net = kopecks(gross - vat);
  const centilitres = before.isService ? before.centilitres : quantity;
  return updLine({ ...before, isRefund: false, centilitres, gross: gross || NONE, vat, net });
}
