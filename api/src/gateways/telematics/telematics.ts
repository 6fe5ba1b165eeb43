/** A service that tracks a company's trucks. Each call is made with the company's own token. */
export interface Telematics {
  /** Lists the units that the token may see. */
  listUnits(token: string): Promise<Unit[]>;
  /** Returns a unit's positions between two moments, oldest first. */
  readPositions(token: string, args: Span): Promise<UnitPosition[]>;
  /** Returns whether a filling with this mark in its description is registered about that time. */
  hasFilling(token: string, args: { unitId: number; at: Date; mark: string }): Promise<boolean>;
  /** Registers a filling. The service does not prevent a second registration, so call `hasFilling` when in doubt. */
  registerFilling(token: string, filling: UnitFilling): Promise<void>;
}

export interface Unit {
  id: number;
  title: string;
}

interface Span {
  unitId: number;
  from: Date;
  to: Date;
}

export interface UnitPosition {
  at: Date;
  lat: number;
  lon: number;
}

interface UnitFilling {
  unitId: number;
  at: Date;
  litres: number;
  /** Rubles. */
  cost: number;
  location: string;
  /** Location of its station; null when unknown. */
  place: { lat: number; lon: number } | null;
  description: string;
}

/** The service gave no answer, or none that makes sense, so the outcome is unknown. */
export class TelematicsUnavailable extends Error {
  override readonly name = 'TelematicsUnavailable';
}

/** The service does not accept this token any more. */
export class TelematicsTokenRefused extends Error {
  override readonly name = 'TelematicsTokenRefused';
}

/** The service understood the call and did nothing. The message is a Russian sentence. */
export class TelematicsRefused extends Error {
  override readonly name = 'TelematicsRefused';
}
