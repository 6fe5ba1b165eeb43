import { sql } from 'kysely';
import { FUEL_SHEET_LINES_MOST } from '#contract/fuel-sheet.ts';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { onlyRow, rows, type Db } from '../../../db/database.ts';
import { writeMotorFuel } from '../../programme/partners/write-motor-fuel.ts';
import { writeCharged } from '../../programme/tariffs/write-charged.ts';

export interface FuelLine {
  at: Date;
  number: string;
  refund: boolean;
  goods: string;
  /** Of the kind that the truck takes; else AdBlue, washing and the like. */
  isFuel: boolean;
  centilitres: number;
  /** As the company is charged. */
  kopecks: number;
  station: string;
  network: string;
  card_number: string;
  drivers: string[];
}

export interface SheetPeriod {
  vehicleId: number;
  from: Date;
  to: Date;
}

/** What the cards bought while they were on the truck, oldest first, up to one line more than a sheet takes. */
export function listFuelLines(
  db: Db,
  scope: CompanyScope,
  { vehicleId, from, to }: SheetPeriod,
): Promise<FuelLine[]> {
  return rows(
    db,
    sql<FuelLine>`
      select operation.sold_at as at, coalesce(operation.external_id, operation.id::text) as number,
        operation.type_id = ${OPERATION_TYPE.refund} as refund, coalesce(operation.goods_title, '') as goods,
        coalesce(${writeMotorFuel()} = vehicle.fuel, false) as "isFuel",
        operation.centilitres, ${writeCharged()}::bigint as kopecks,
        coalesce(operation.address, '') as station, partner.title as network, card.card_number,
        array(
          select concat_ws(' ', driver.surname, nullif(left(driver.name, 1), '') || '.',
            nullif(left(driver.patronymic, 1), '') || '.')
          from driver_on_card held join driver on driver.id = held.driver_id
          where held.card_id = operation.card_id and held.since <= operation.sold_at
            and (held.until is null or held.until > operation.sold_at) order by driver.surname, driver.id
        ) as drivers
      from card_on_vehicle riding join operation on operation.card_id = riding.card_id
        and operation.sold_at >= riding.since and (riding.until is null or operation.sold_at < riding.until)
        join vehicle on vehicle.id = riding.vehicle_id
        join card on card.id = operation.card_id join partner on partner.id = operation.partner_id
        left join sale_price price on price.operation_id = operation.id
      where riding.company_id = ${scope.companyId} and riding.vehicle_id = ${vehicleId}
        and operation.company_id = ${scope.companyId} and operation.sold_at between ${from} and ${to}
        and operation.status_id = ${OPERATION_STATUS.done} and operation.centilitres is not null
      order by operation.sold_at, operation.id limit ${FUEL_SHEET_LINES_MOST + 1}`,
  );
}

export async function companyTitle(db: Db, scope: CompanyScope): Promise<string> {
  const { title } = await onlyRow(
    db,
    sql<{ title: string }>`select title from company where id = ${scope.companyId}`,
  );
  return title;
}
