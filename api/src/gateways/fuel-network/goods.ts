import { GOODS_TREE } from '#contract/ids.ts';

export interface NetworkGoods {
  id: number;
  title: string;
  /** 3 diesel, 4 petrol, 5 gas (spec section 9). */
  treeItemId: number;
}

/** Goods that the networks sell. The first digit of an id is the tree item. */
export const NETWORK_GOODS: readonly NetworkGoods[] = [
  { id: 301, title: 'ДТ', treeItemId: GOODS_TREE.diesel },
  { id: 302, title: 'ДТ зимнее', treeItemId: GOODS_TREE.diesel },
  { id: 303, title: 'ДТ Премиум', treeItemId: GOODS_TREE.diesel },
  { id: 401, title: 'АИ-92', treeItemId: GOODS_TREE.petrol },
  { id: 402, title: 'АИ-95', treeItemId: GOODS_TREE.petrol },
  { id: 403, title: 'АИ-98', treeItemId: GOODS_TREE.petrol },
  { id: 501, title: 'СУГ (пропан)', treeItemId: GOODS_TREE.gas },
  { id: 502, title: 'КПГ (метан)', treeItemId: GOODS_TREE.gas },
];

export function findGoods(id: number): NetworkGoods | undefined {
  return NETWORK_GOODS.find((goods) => goods.id === id);
}
