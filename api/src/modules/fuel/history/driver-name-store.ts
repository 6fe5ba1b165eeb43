import { sql } from 'kysely';

/** «Иванов И. П.», of a `driver`. */
export const SHORT_NAME = sql`concat_ws(' ', driver.surname, nullif(left(driver.name, 1), '') || '.',
  nullif(left(driver.patronymic, 1), '') || '.')`;
