import { GOODS_TREE } from '#contract/ids.ts';

/** Groups of goods by their tree items (spec section 9). */
export const GOODS_GROUPS = [
  { treeItemId: GOODS_TREE.diesel, title: 'Дизельное топливо' },
  { treeItemId: GOODS_TREE.petrol, title: 'Бензин' },
  { treeItemId: GOODS_TREE.gas, title: 'Газ' },
] as const;

/** Ids of the groups. */
export const ALL_GROUPS: readonly number[] = GOODS_GROUPS.map((group) => group.treeItemId);

/**
 * Returns the groups that a limit counts, each once, in the order of their ids; empty: everything that is sold, services too. All
 * groups of fuel and none are one choice.
 */
export function toCountedGroups(groups: readonly number[]): number[] {
  if (ALL_GROUPS.every((group) => groups.includes(group))) return [];
  return [...new Set(groups)].toSorted((a, b) => a - b);
}
