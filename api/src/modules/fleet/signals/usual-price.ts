import { getMedian } from './median.ts';

interface PricedFilling {
  at: Date;
  goodsTitle: string;
  unitKopecks: number;
  region: string | null;
}

const DAYS_MS = 10 * 86_400_000;
/** With fewer others, there is no usual price. */
const LEAST = 5;

/**
 * Returns for each filling, oldest first, the median price of the company's others of the same goods and region within
 * ten days, in whole kopecks.
 */
export function usualPrices(fillings: readonly PricedFilling[]): (number | null)[] {
  const usual: (number | null)[] = fillings.map(() => null);
  const groups = new Map<string, number[]>();
  for (const [place, { region, goodsTitle }] of fillings.entries()) {
    if (region === null) continue;
    const key = `${region} ${goodsTitle}`;
    const group = groups.get(key);
    if (group) group.push(place);
    else groups.set(key, [place]);
  }
  for (const places of groups.values()) {
    for (const place of places) {
      const at = fillings[place]?.at.getTime() ?? 0;
      const others = places.flatMap((value) => {
        const one = fillings[value];
        return one && value !== place && Math.abs(one.at.getTime() - at) <= DAYS_MS ? [one.unitKopecks] : [];
      });
      if (others.length >= LEAST) usual[place] = Math.round(getMedian(others));
    }
  }
  return usual;
}
