/** Where a truck was. */
export interface TruckPosition {
  vehicleId: number;
  at: Date;
  lat: number;
  lon: number;
}

/** Before and after a filling so much is asked for: no more of a driver's day is known here. */
export const BEFORE_MS = 20 * 60_000;
export const AFTER_MS = 5 * 60_000;
