import type { GOODS_TREE } from '#contract/ids.ts';

/** Centilitres for 100 km, and on which days of a year (`MM-DD`, both included) the winter's holds. */
export interface ConsumptionNorm {
  centilitres: number;
  winterCentilitres: number | null;
  winterFrom: string;
  winterUntil: string;
}

/** A kind of goods by its item of the tree: diesel, petrol or gas. */
export type FuelKind = (typeof GOODS_TREE)[keyof typeof GOODS_TREE];

/** A truck of a company, as it is now. */
export interface Vehicle {
  id: number;
  /** Plate without spaces: a Russian one in Cyrillic letters, А123ВС77; a foreign one in Latin letters, AB1234-7. */
  plate: string;
  brand: string;
  fuel: FuelKind;
  tankCentilitres: number | null;
  norm: ConsumptionNorm | null;
  groupId: number | null;
  groupTitle: string | null;
  /** True once the company has removed the truck; its purchases still name it. */
  isRemoved: boolean;
}
