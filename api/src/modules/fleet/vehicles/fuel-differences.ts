import type { FuelDifferenceReason } from '#contract/fleet/vehicles.ts';

/** Fuel of a truck in a month, in centilitres, as three sources name it. */
export interface FuelByThreeSources {
  /** By the network: purchases less refunds. */
  sold: number;
  /** In the published documents of the month. Null while there are none. */
  documented: number | null;
  /** By the mileage and the norm. Null where one of the two is not known. */
  burnt: number | null;
  tank: number | null;
  /** Readings of the odometer enclose the whole month, or its part until now. */
  isMileageWhole: boolean;
}

export interface FuelDifference {
  reason: FuelDifferenceReason;
  /** Sold by the network less the litres of the other source. */
  centilitres: number;
}

/** Returns how the sources differ and why, in the order of documents and norm. */
export function findFuelDifferences(fuel: FuelByThreeSources): FuelDifference[] {
  const { sold, documented, burnt } = fuel;
  const differences: FuelDifference[] = [];
  if (documented === null && sold !== 0) differences.push({ reason: 'documents-pending', centilitres: sold });
  if (documented !== null && documented !== sold)
    differences.push({ reason: 'other-month', centilitres: sold - documented });
  if (burnt !== null && burnt !== sold)
    differences.push({ reason: explainNorm(fuel, sold - burnt), centilitres: sold - burnt });
  return differences;
}

/** Fuel that is still in the tank, or was in it before, explains at most one tank. */
function explainNorm(
  { tank, isMileageWhole }: FuelByThreeSources,
  centilitres: number,
): FuelDifferenceReason {
  if (!isMileageWhole) return 'mileage-partial';
  if (tank !== null && Math.abs(centilitres) <= tank) return 'tank';
  return centilitres > 0 ? 'over-norm' : 'under-norm';
}
