import type { z } from 'zod';
import { toRubles } from '../../kopecks.ts';
import { runFigures } from '../../values/run.ts';
import type { summarizeOperations } from '../spending.ts';
import {
  averagePrice,
  getDifference,
  getShare,
  perCard,
  priceOverNetwork,
  type ComparedSpending,
  type Summary,
} from './summary.ts';

/** Answer of `summarizeOperations`. */
export interface PresentedSummary {
  data: z.input<NonNullable<(typeof summarizeOperations)['data']>>;
  meta: z.input<NonNullable<(typeof summarizeOperations)['meta']>>;
}

/** Prepares a summary for the wire: rubles, litres and per cent. */
export function presentSummary({ rows, totals, rowCount, compared, unfinished }: Summary): PresentedSummary {
  return {
    data: rows.map((row) => ({
      key: row.key,
      title: row.title,
      ...presentSpending(row),
      share: toUnits(getShare(row, totals), 10),
      price_over_network: mapNullable(priceOverNetwork(row), toRubles),
      networks: row.networks.map(({ partnerId, spent }) => ({ partner_id: partnerId, sum: toRubles(spent) })),
      unfinished: row.unfinished,
    })),
    meta: { totals: presentSpending(totals), rows: rowCount, compared, unfinished },
  };
}

function presentRun(run: ComparedSpending['run']) {
  const { centilitresPer100Km, kopecksPerKm, costKopecksPerKm } = runFigures(run);
  return {
    km: run && run.km,
    litres_100km: toUnits(centilitresPer100Km, 100),
    rubles_km: toUnits(kopecksPerKm, 100),
    cost_km: toUnits(costKopecksPerKm, 100),
  };
}

/** Prepares the figures of a row or of totals. */
export function presentSpending(comparedSpending: ComparedSpending) {
  return {
    count: comparedSpending.count,
    sum: toRubles(comparedSpending.spent),
    litres: comparedSpending.centilitres / 100,
    average_price: mapNullable(averagePrice(comparedSpending), toRubles),
    cards: comparedSpending.cards,
    litres_per_card: toUnits(perCard(comparedSpending), 100),
    ...presentRun(comparedSpending.run),
    previous_sum: mapNullable(comparedSpending.previous, toRubles),
    difference: mapNullable(getDifference(comparedSpending), toRubles),
  };
}

function mapNullable<Value>(value: Value | null, of: (value: Value) => number): number | null {
  return value === null ? null : of(value);
}

function toUnits(value: number | null, parts: number): number | null {
  return mapNullable(value, (some) => some / parts);
}
