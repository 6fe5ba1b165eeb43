import type { Kopecks } from '#contract/kopecks.ts';

/** The balance at which a company wants to be told, and whether it has come down to it. */
export interface Threshold {
  companyId: number;
  limit: Kopecks;
  crossed: boolean;
}

/** Notes what can be moved now; true when that has crossed the threshold, in whichever direction. */
export function crosses(threshold: Threshold, available: Kopecks): boolean {
  const below = available <= threshold.limit;
  if (below === threshold.crossed) return false;
  threshold.crossed = below;
  return true;
}
