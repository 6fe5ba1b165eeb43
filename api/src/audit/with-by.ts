import type { Target } from '../lib/work-at-hand.ts';

/** What was concerned, and by what it was done. */
export function withBy(targets: readonly Target[], by: Target | null): readonly Target[] {
  const isNamed = by === null || targets.some((target) => target.kind === by.kind && target.id === by.id);
  return isNamed ? targets : [...targets, by];
}
