import { GOODS_TREE } from '#contract/ids.ts';

/** Groups of goods by their tree items (spec section 9). */
export const GOODS_GROUPS = [
  { treeItemId: GOODS_TREE.diesel, title: 'Дизельное топливо' },
  { treeItemId: GOODS_TREE.petrol, title: 'Бензин' },
  { treeItemId: GOODS_TREE.gas, title: 'Газ' },
] as const;
