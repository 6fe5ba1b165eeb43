import type { Target } from '../lib/current-work.ts';

/** Returns the targets together with the one that caused the action. */
export function withActor(targets: readonly Target[], by: Target | null): readonly Target[] {
  const isNamed = by === null || targets.some((target) => target.kind === by.kind && target.id === by.id);
  return isNamed ? targets : [...targets, by];
}
