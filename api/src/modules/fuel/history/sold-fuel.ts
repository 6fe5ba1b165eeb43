import type { Kopecks } from '#contract/kopecks.ts';
import { hexHashOf } from '../../../lib/secrets.ts';

/** A purchase or a refund as programs of accounting take it. Sums and litres are positive. */
export interface SoldFuel {
  id: number;
  /** As its network has it, else the id. */
  number: string;
  soldAt: Date;
  isRefund: boolean;
  network: string;
  cardNumber: string;
  /** The plate of the truck that the card was on at the moment of the sale, else the card's comment: it often names one. */
  truck: string;
  goodsTitle: string;
  centilitres: number;
  /** Of a litre at the station. */
  unitPrice: Kopecks;
  /** What the client is charged. */
  charged: Kopecks;
  /** What that is below the sum at the station; negative where it is above. */
  discount: Kopecks;
  /** Within what is charged; null before 2019, where no rate is known. */
  vat: { ratePercent: number; sum: Kopecks } | null;
  address: string;
}

/** Digits of hex that fit into what other programs call an integer. */
const CODE_DIGITS = 7;

/** The code of a station, made from its network and address: our list of stations has none that lasts. */
export function stationCode({ network, address }: Pick<SoldFuel, 'network' | 'address'>): number {
  return parseInt(hexHashOf(`${network}\n${address}`).slice(0, CODE_DIGITS), 16) + 1;
}
