import type { Kopecks } from '#contract/kopecks.ts';

/** A filling station as the programme knows it (spec section 3). */
export interface Station {
  lat: number;
  lon: number;
  region: string;
  city: string;
  street: string;
  house: string;
  brand: string;
  name: string;
  /** Whose it is, in words: own, franchise, partner. */
  ownType: string;
  qrAvailable: boolean;
  /** Of a litre of diesel; null where none is sold. */
  dieselPrice: Kopecks | null;
  /** Under the roof over its pumps, in centimetres; null or absent: not known. */
  heightCentimetres?: number | null;
  /** Whether it sells AdBlue; null or absent: not known. */
  adblue?: boolean | null;
}

export interface StationRecord extends Station {
  id: number;
}
