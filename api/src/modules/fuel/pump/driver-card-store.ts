import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';

/** A card that a driver with this phone is on. */
export interface DriverCard {
  companyId: number;
  cardId: number;
  driverId: number;
  number: string;
}

/** Lists the cards of all drivers with a phone: of one person, as several companies may know him. */
export function listCardsOfPhone(db: Db, phone: string): Promise<DriverCard[]> {
  return rows(
    db,
    sql<DriverCard>`
      select card.company_id as "companyId", card.id as "cardId", driver.id as "driverId", card.card_number as number
      from driver join card_driver on card_driver.driver_id = driver.id and card_driver.company_id = driver.company_id
      join card on card.id = card_driver.card_id and card.company_id = driver.company_id
      where driver.phone = ${phone} order by card.id`,
  );
}
