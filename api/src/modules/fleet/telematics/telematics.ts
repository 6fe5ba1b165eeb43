/** Position of a truck at a moment. */
export interface TruckPosition {
  vehicleId: number;
  at: Date;
  lat: number;
  lon: number;
}

/** Positions are requested for this time before and after a filling. No more of a driver's day is known here. */
export const BEFORE_MS = 20 * 60_000;
export const AFTER_MS = 5 * 60_000;
