/** A purchase or refund of fuel, with what the rules need to know of its time. */
export interface Filling {
  operationId: number;
  cardId: number;
  /** The truck that the card was on; null: none. */
  vehicleId: number | null;
  isRefund: boolean;
  at: Date;
  centilitres: number;
  unitKopecks: number;
  sumKopecks: number;
  goodsTitle: string;
  /** An item of the tree of goods; null where the title says nothing that is known. */
  fuel: number | null;
  address: string;
  /** Where its station stands, as far as it is known. */
  place: { lat: number; lon: number } | null;
  /** Where the truck was at the moment that is known nearest to it; null: nothing is known about then. */
  position: { at: Date; lat: number; lon: number } | null;
  /** What the truck takes and holds. */
  vehicleFuel: number | null;
  tankCentilitres: number | null;
  /** The usual price of the same goods in its region in those days, in kopecks a litre; null: too few to say. */
  regionKopecks: number | null;
}

export interface Finding {
  operationId: number;
  /** Per cent. */
  confidence: number;
  /** In Russian, with its figures. */
  evidence: string;
}
