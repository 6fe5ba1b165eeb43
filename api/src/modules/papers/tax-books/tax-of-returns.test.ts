import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OPERATION_TYPE, PARTNER } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { addDays, getNextMonth } from '../../../lib/days.ts';
import { vatAt } from '#contract/values/included-vat.ts';
import { vatRateOn } from '../../../lib/vat.ts';
import { findFiveDays } from '../advances/five-days.ts';
import { settleAdvances, type OpenAdvance } from '../advances/settle-advances.ts';
import { totalOfLines, type ClosingSale } from '../documents/closing/month-closing.ts';
import { chooseReturned } from '../documents/returns/plan-returns.ts';
import { countSales, type ReturnedGoods } from '../documents/closing/sale-totals.ts';
import { correctLine, toUkdDocument, type CorrectedLine } from '../documents/corrections/ukd-document.ts';
import { updLine, type UpdDocument } from '../documents/upd-document.ts';

/** Days of a client: payments, money that goes back, purchases, refunds of any earlier one, and УКД of staff. */
const moves = fc.array(
  fc.record({
    gap: fc.integer({ min: 0, max: 11 }),
    kind: fc.constantFrom(
      'payment',
      'payment',
      'paid back',
      'purchase',
      'purchase',
      'refund',
      'ukd' as const,
    ),
    sum: fc.integer({ min: 1, max: 40_000_00 }),
    goods: fc.constantFrom('ДТ', 'АИ-95'),
    pick: fc.nat(1000),
  }),
  { minLength: 1, maxLength: 60 },
);

interface Purchase {
  sale: ClosingSale;
  month: string;
}

/** The documents and the advances of a client, month by month, as the portal makes them. */
function play(list: typeof moves extends fc.Arbitrary<infer Value> ? Value : never) {
  const upds = new Map<string, UpdDocument>();
  const purchases: Purchase[] = [];
  const byPeriod = new Map<string, { received: number; returned: number; shipped: number }>();
  let sold: { sale: ClosingSale; boughtIn: string | null }[] = [];
  const tax = { charged: 0, deducted: 0 };
  let day = '2025-10-01';
  const move = (part: 'received' | 'returned' | 'shipped', sum: number) => {
    const { till } = findFiveDays(day);
    const before = byPeriod.get(till) ?? { received: 0, returned: 0, shipped: 0 };
    byPeriod.set(till, { ...before, [part]: before[part] + sum });
  };
  const correct = (month: string, lines: readonly CorrectedLine[]) => {
    const before = upds.get(month);
    if (!before) throw new Error(`no УПД of ${month}`);
    const ukd = toUkdDocument(before, { lines, reason: 'Возврат', dateIso: day, serial: 1 });
    const change = ukd.total.vat - before.total.vat;
    if (change > 0) tax.charged += change;
    else tax.deducted -= change;
    const places = new Map(lines.map((line) => [line.place, line]));
    const after = before.lines.map((line, index) => {
      const corrected = places.get(index + 1);
      return corrected ? correctLine(line, corrected) : line;
    });
    upds.set(month, { ...before, lines: after, total: totalOfLines(after) });
    expect(upds.get(month)?.total).toEqual(ukd.total);
    return ukd.total.gross - before.total.gross;
  };
  const close = (month: string) => {
    const counting = countSales(month);
    for (const { sale, boughtIn } of sold) counting.add(sale, boughtIn);
    const corrected: ReturnedGoods[] = [];
    for (const [boughtIn, goods = []] of Object.entries(
      Object.groupBy(counting.returned(), (line) => line.month),
    )) {
      const standing = upds.get(boughtIn);
      if (!standing) throw new Error(`${boughtIn} is not closed`);
      const taken = chooseReturned(standing, goods);
      if (taken.length === 0) continue;
      correct(
        boughtIn,
        taken.map((chosen) => chosen.corrected),
      );
      corrected.push(...taken.map(({ line }) => line));
    }
    const lines = counting.result(corrected).goods.map(updLine);
    upds.set(month, { lines, total: totalOfLines(lines), number: month } as unknown as UpdDocument);
    tax.charged += totalOfLines(lines).vat;
    sold = [];
  };
  for (const { gap, kind, sum, goods, pick } of list) {
    const next = addDays(day, gap);
    for (let month = day.slice(0, 7); month < next.slice(0, 7); month = getNextMonth(month)) {
      day = addDays(`${getNextMonth(month)}-01`, -1);
      close(month);
    }
    day = next;
    const month = day.slice(0, 7);
    if (kind === 'payment') move('received', sum);
    if (kind === 'paid back') move('returned', sum);
    if (kind === 'purchase') {
      const sale = makeSale(day, { goods, sum, taxedOn: day, typeId: OPERATION_TYPE.purchase });
      purchases.push({ sale, month });
      sold.push({ sale, boughtIn: null });
      move('shipped', sum);
    }
    const [chosen] =
      kind === 'refund' && purchases.length > 0 ? purchases.splice(pick % purchases.length, 1) : [];
    if (chosen) {
      const sale = { ...chosen.sale, typeId: OPERATION_TYPE.refund, soldAt: new Date(`${day}T09:00:00Z`) };
      sold.push({ sale, boughtIn: chosen.month < month ? chosen.month : null });
      move('shipped', -chosen.sale.sum);
    }
    if (kind === 'ukd') move('shipped', correctOne([...upds], pick, correct));
  }
  close(day.slice(0, 7));
  return { upds, byPeriod, tax };
}

/** A УКД of staff to 40–160 % of a line of a closed month; the sum by which it changes the УПД. */
function correctOne(
  closed: readonly [string, UpdDocument][],
  pick: number,
  correct: (month: string, lines: readonly CorrectedLine[]) => number,
): number {
  const [month, upd] = closed[pick % Math.max(1, closed.length)] ?? [];
  const line = upd?.lines[0];
  if (month === undefined || !line || line.gross < 10 || line.quantity <= 0) return 0;
  const gross = kopecks(Math.round((line.gross * (40 + (pick % 120))) / 100));
  return correct(month, [{ place: 1, quantity: line.quantity, gross }]);
}

function makeSale(
  day: string,
  { goods, sum, taxedOn, typeId }: { goods: string; sum: number; taxedOn: string; typeId: number },
): ClosingSale {
  return {
    id: 1,
    typeId,
    number: '1',
    partnerId: PARTNER.gpn,
    cardNumber: '1',
    comment: '',
    drivers: '',
    vehicle: '',
    goodsTitle: goods,
    quantity: Math.max(1, Math.floor(sum / 60)),
    unit: 'litres',
    unitPrice: kopecks(60_00),
    sum: kopecks(sum),
    price: null,
    address: '',
    soldAt: new Date(`${day}T09:00:00Z`),
    taxedAt: new Date(`${taxedOn}T09:00:00Z`),
    costCentre: '',
    tripNumber: '',
  };
}

/** VAT of the advances less their deductions, and the VAT of what is still an advance. */
function playAdvances(byPeriod: ReturnType<typeof play>['byPeriod']): { charged: number; open: number } {
  let balance = kopecks(0);
  let charged = 0;
  const advances: OpenAdvance[] = [];
  for (const [till, { received, returned, shipped }] of byPeriod) {
    const sums = { received: kopecks(received), returned: kopecks(returned), shipped: kopecks(shipped) };
    const settled = settleAdvances(
      balance,
      advances.filter(({ left }) => left > 0),
      sums,
    );
    for (const { advanceId, gross, vat } of settled.offsets) {
      const advance = advances[advanceId];
      if (advance) advance.left = kopecks(advance.left - gross);
      charged -= vat;
    }
    if (settled.advance > 0) {
      const ratePercent = vatRateOn(till);
      const vat: Kopecks = kopecks(vatAt(settled.advance, ratePercent));
      charged += vat;
      advances.push({ id: advances.length, gross: settled.advance, vat, ratePercent, left: settled.advance });
    }
    ({ balance } = settled);
  }
  const open = advances.reduce(
    (sum, { gross, vat, left, ratePercent }) => sum + (left === gross ? vat : vatAt(left, ratePercent)),
    0,
  );
  return { charged, open };
}

test('VAT charged less deducted, УКД included, is that of shipments and open advances', () => {
  fc.assert(
    fc.property(moves, (list) => {
      const { upds, byPeriod, tax } = play(list);
      const advances = playAdvances(byPeriod);
      const standing = [...upds.values()].flatMap(({ lines }) => lines);
      const shipped = [...byPeriod.values()].reduce((sum, period) => sum + period.shipped, 0);
      expect(standing.reduce((sum, { gross }) => sum + gross, 0)).toBe(shipped);
      const ofShipped = standing.reduce(
        (sum, { gross, ratePercent }) => sum + Math.sign(gross) * vatAt(Math.abs(gross), ratePercent),
        0,
      );
      expect(tax.charged - tax.deducted + advances.charged).toBe(ofShipped + advances.open);
      // A line below zero is left only where a УКД of staff has lowered the УПД below what came back.
      if (!list.some(({ kind }) => kind === 'ukd'))
        for (const { gross, quantity } of standing)
          expect(Math.min(gross, quantity)).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: Number(process.env.FC_RUNS ?? 60) },
  );
});
