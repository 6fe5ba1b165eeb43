import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { vatAt } from '../../../lib/vat.ts';
import { updLine, type UpdLine, type UpdPaper } from './upd-paper.ts';

/** What a line of a УПД should have said. */
export interface CorrectedLine {
  /** Its number in the УПД. */
  place: number;
  /** Hundredths of the unit. */
  quantity: number;
  /** With VAT. */
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

/** All that a universal correction document says: its PDF and its XML are made from it. */
export interface UkdPaper {
  number: string;
  dateIso: string;
  reason: string;
  original: UpdPaper;
  /** Those that change. */
  lines: readonly UkdLine[];
  /** What the lines go up and down by, each for itself. */
  more: UkdTotal;
  less: UkdTotal;
  /** What the УПД comes to after it. */
  total: UkdTotal;
}

const NONE = kopecks(0);

/** VAT is taken out of each new sum at the rate of the line, as in the УПД. */
export function ukdPaper(
  original: UpdPaper,
  said: { lines: readonly CorrectedLine[]; reason: string; dateIso: string },
): UkdPaper {
  const lines = said.lines.flatMap((one): UkdLine[] => {
    const before = original.lines[one.place - 1];
    return before ? [{ place: one.place, before, after: corrected(before, one) }] : [];
  });
  const changes = lines.map(({ before, after }) => ({
    net: after.net - before.net,
    vat: after.vat - before.vat,
    gross: after.gross - before.gross,
  }));
  const sumOf = (part: keyof UkdTotal, sign: number): Kopecks =>
    kopecks(changes.reduce((sum, one) => sum + Math.max(0, sign * one[part]), 0));
  const more = { net: sumOf('net', 1), vat: sumOf('vat', 1), gross: sumOf('gross', 1) };
  const less = { net: sumOf('net', -1), vat: sumOf('vat', -1), gross: sumOf('gross', -1) };
  const after = (part: keyof UkdTotal): Kopecks => kopecks(original.total[part] + more[part] - less[part]);
  return {
    number: `${original.number}-К1`,
    dateIso: said.dateIso,
    reason: said.reason,
    original,
    lines,
    more,
    less,
    total: { net: after('net'), vat: after('vat'), gross: after('gross') },
  };
}

function corrected(before: UpdLine, { quantity, gross }: CorrectedLine): UpdLine {
  const vat = kopecks(vatAt(gross, before.ratePercent));
  const net = kopecks(gross - vat);
  const centilitres = before.isService ? 0 : quantity;
  return updLine({ ...before, isRefund: false, centilitres, gross: gross || NONE, vat, net });
}
