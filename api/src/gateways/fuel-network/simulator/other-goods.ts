import { OTHER_GOODS } from '../goods-of-title.ts';
import { findGoods, type NetworkGoods } from '../goods.ts';

/** Item of the tree of goods for goods other than fuel: no limit by goods counts it. */
const NO_ITEM = 0;

/** Goods that stations sell beside fuel. A card's choice does not name them, so every card that works may buy them. */
const OTHER_GOODS_SOLD: readonly NetworkGoods[] = [
  { id: 901, title: 'AdBlue', treeItemId: NO_ITEM },
  { id: 902, title: 'Мойка', treeItemId: NO_ITEM },
];

export function findSoldGoods(id: number): NetworkGoods | undefined {
  return findGoods(id) ?? OTHER_GOODS_SOLD.find((goods) => goods.id === id);
}

export function isFuel({ treeItemId }: NetworkGoods): boolean {
  return treeItemId !== NO_ITEM;
}

/** The id under which a sale is reported: real networks have goods that we know by their title alone. */
export function getReportedId(goods: NetworkGoods): number {
  return isFuel(goods) ? goods.id : OTHER_GOODS;
}
