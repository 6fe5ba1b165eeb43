import type { Kopecks } from '#contract/kopecks.ts';

/** The balance at which a company wants to be told, and whether it has come down to it. */
export interface Threshold {
  companyId: number;
  limit: Kopecks;
  crossed: boolean;
}

/**
 * Compares the company's own unallocated funds with the threshold and records the side; true when it was crossed, in either
 * direction.
 */
export function crosses(threshold: Threshold, own: Kopecks): boolean {
  const below = own <= threshold.limit;
  if (below === threshold.crossed) return false;
  threshold.crossed = below;
  return true;
}
