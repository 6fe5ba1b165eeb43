/** A line of a УПД, as the server has it. */
export interface DocumentLine {
  place: number;
  title: string;
  unit: string;
  quantity: number;
  sum: number;
  rate: number | null;
}

/** Input for a line. An untouched line stays as it was. */
export interface LineText {
  quantity: string;
  sum: string;
}

export interface ChangedLine extends LineText {
  place: number;
}

/** Text of the fields for a line that has not been edited. */
export function toLineText({ quantity, sum }: DocumentLine): LineText {
  return { quantity: decimal(quantity), sum: decimal(sum) };
}

/** Returns the lines whose input differs from what they were. The server refuses what is not a number. */
export function changedLines(
  lines: readonly DocumentLine[],
  texts: Readonly<Record<number, LineText>>,
): ChangedLine[] {
  return lines.flatMap(({ place, quantity, sum }) => {
    const text = texts[place];
    if (!text) return [];
    const same =
      hundredths(text.quantity) === hundredths(quantity) && hundredths(text.sum) === hundredths(sum);
    return same ? [] : [{ place, ...text }];
  });
}

/** Computes by how many rubles the corrected lines differ in total. */
export function computeDifference(lines: readonly DocumentLine[], changed: readonly ChangedLine[]): number {
  const before = new Map(lines.map((line) => [line.place, line.sum]));
  const kopecks = changed.reduce(
    (total, { place, sum }) => total + hundredths(sum) - hundredths(before.get(place) ?? 0),
    0,
  );
  return Number.isFinite(kopecks) ? kopecks / 100 : 0;
}

function decimal(value: number): string {
  return value.toFixed(2).replace('.', ',');
}

/** «1 234,5», 1234.5 → 123450; NaN for what is no number. */
function hundredths(value: string | number): number {
  return Math.round(100 * Number(String(value).replaceAll(/\s/g, '').replace(',', '.')));
}
