/** Units in which goods are sold: their sign, their code in the classifier of units (ОКЕИ), and how a quantity is written. */
export const GOODS_UNIT = {
  litres: {
    short: 'л',
    code: '112',
    digits: new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  },
  pieces: { short: 'шт', code: '796', digits: new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 }) },
} as const;
export type GoodsUnit = keyof typeof GOODS_UNIT;
export const GOODS_UNITS = Object.keys(GOODS_UNIT) as [GoodsUnit, ...GoodsUnit[]];

/** Goods that are counted in pieces, by titles in capitals. Migration 967 has the same pattern, and a test compares them. */
export const SOLD_BY_PIECE = /МОЙК|МОЕЧН|ШИНОМОНТАЖ|ПАРКОВ|МАГАЗИН|ДОРОГ/;

/** Returns the unit of goods by their title, because the networks have nothing else in common. No other code decides the unit. */
export function getGoodsUnit(title: string): GoodsUnit {
  return SOLD_BY_PIECE.test(title.toUpperCase()) ? 'pieces' : 'litres';
}

/** «40,00 л», «1 шт». */
export function formatQuantity(quantity: number, unit: GoodsUnit): string {
  const { digits, short } = GOODS_UNIT[unit];
  return `${digits.format(quantity)}\u00a0${short}`;
}
