import { priceSales } from './plain-arithmetic.ts';
import { addUp, halfUp, type PlainQuarter } from './plain-facts.ts';

/** Adds up the УПД of a client's month, as the form wants it: VAT is rounded once a line. */

interface PlainDocuments {
  sum: number;
  vat: number;
  /** Change of earlier УПД by the УКД of fuel that came back in this month; zero or below. */
  returned: number;
}

interface PlainLine {
  partner: number;
  title: string;
  rate: number;
  isService: boolean;
  sum: number;
  centilitres: number;
}

type Lines = Map<string, PlainLine>;

const rateOn = (day: string): number => (day < '2026-01-01' ? 20 : 22);

/**
 * Returns the documents of a month. A line is the goods, the fee of a purchase or a service, at the rate of the day of the purchase or
 * the service. Refunds of earlier months leave a line that would be below zero for УКД, so the months are closed one after another.
 */
export function addUpDocuments(quarter: PlainQuarter, clientId: number, month: string): PlainDocuments {
  const standing = new Map<string, Lines>();
  const months = [...new Set(quarter.sales.map(({ day }) => day.slice(0, 7)))].toSorted();
  let documents: PlainDocuments = { sum: 0, vat: 0, returned: 0 };
  for (const closed of months.filter((known) => known <= month)) {
    correctByStaff(quarter, clientId, { standing, closed });
    documents = close(quarter, clientId, { standing, closed });
  }
  return documents;
}

interface Closing {
  /** Lines of the УПД of earlier months after all their УКД, by month. */
  standing: Map<string, Lines>;
  closed: string;
}

function correctByStaff({ corrections }: PlainQuarter, client: number, { standing, closed }: Closing): void {
  for (const { clientId, day, sum, partner, of } of corrections) {
    if (clientId !== client || !of || !day.startsWith(closed)) continue;
    const line = [...(standing.get(of.month)?.values() ?? [])].find(
      (known) => known.partner === partner && known.title === of.title,
    );
    if (!line) throw new Error(`the УПД of ${of.month} has no line ${of.title}`);
    line.sum -= sum;
  }
}

function close(quarter: PlainQuarter, client: number, { standing, closed }: Closing): PlainDocuments {
  const lines: Lines = new Map();
  const returned = new Map<string, Lines>();
  for (const { sale, revenue, fee } of priceSales(quarter)) {
    if (sale.client.id !== client || !sale.day.startsWith(closed)) continue;
    const boughtOn = sale.purchase?.day ?? sale.day;
    const about = { partner: sale.partner, rate: rateOn(boughtOn) };
    const centilitres = sale.sign * sale.centilitres;
    const parts = [{ ...about, title: sale.goods, isService: false, sum: revenue - fee, centilitres }];
    if (fee !== 0)
      parts.push({ ...about, title: 'Сервисный сбор', isService: true, sum: fee, centilitres: 0 });
    for (const part of parts) {
      add(lines, part);
      const earlier = boughtOn.slice(0, 7);
      if (earlier < closed) add(getLines(returned, earlier), part);
    }
  }
  for (const { clientId, month, partner, title, sum } of quarter.fees)
    if (clientId === client && month === closed)
      add(lines, { partner, title, rate: rateOn(`${month}-28`), isService: true, sum, centilitres: 0 });
  const taken = listBelowZero(lines, returned).filter(({ month, key, part }) => {
    const line = standing.get(month)?.get(key);
    return line !== undefined && isCovered(line, part);
  });
  for (const { month, part } of taken) {
    add(getLines(standing, month), part);
    add(lines, { ...part, sum: -part.sum, centilitres: -part.centilitres });
  }
  standing.set(closed, lines);
  return { ...addUpLines(lines), returned: addUp(taken, ({ part }) => part.sum) };
}

/** Lists the refunds of earlier months in lines below zero, by the month of the purchase. */
function listBelowZero(lines: Lines, returned: ReadonlyMap<string, Lines>) {
  return [...returned].flatMap(([month, parts]) =>
    [...parts].flatMap(([key, part]) => {
      const line = lines.get(key);
      return line && (line.sum < 0 || line.centilitres < 0) ? [{ month, key, part: { ...part } }] : [];
    }),
  );
}

/** An УКД can't take out more than is left, and goods have a sum only with litres. */
function isCovered(line: PlainLine, part: PlainLine): boolean {
  const [sum, centilitres] = [line.sum + part.sum, line.centilitres + part.centilitres];
  if (sum < 0 || centilitres < 0) return false;
  return line.isService || centilitres > 0 || sum === 0;
}

function getLines(byMonth: Map<string, Lines>, month: string): Lines {
  const lines: Lines = byMonth.get(month) ?? new Map<string, PlainLine>();
  byMonth.set(month, lines);
  return lines;
}

function add(lines: Lines, { sum, centilitres, ...about }: PlainLine): void {
  const key = `${about.partner} ${about.title} ${about.rate}`;
  const before = lines.get(key);
  lines.set(key, {
    ...about,
    sum: (before?.sum ?? 0) + sum,
    centilitres: (before?.centilitres ?? 0) + centilitres,
  });
}

function addUpLines(lines: Lines): { sum: number; vat: number } {
  const all = [...lines.values()];
  return {
    sum: addUp(all, ({ sum }) => sum),
    vat: addUp(all, ({ sum, rate }) => Math.sign(sum) * halfUp(Math.abs(sum) * rate, 100 + rate)),
  };
}
