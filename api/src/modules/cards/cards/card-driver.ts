import { sql } from 'kysely';
import type { z } from 'zod';
import { driverFields, type driver } from '#contract/cards/drivers.ts';

/** Fields that a company fills in about a driver, as calls take them. Each is a column of `driver` with the same name. */
export type DriverFields = z.output<typeof driverFields>;

export type CardDriver = Omit<z.output<typeof driver>, 'initialName' | 'initialPatronymic'>;

export const DRIVER_FIELDS = driverFields.keyof().options;

/** A `driver` as JSON: a `CardDriver`. */
export const DRIVER_AS_JSON = sql`json_build_object('id', driver.id, ${sql.join(
  DRIVER_FIELDS.flatMap((field) => [sql.lit(field), sql.ref(`driver.${field}`)]),
)})`;
