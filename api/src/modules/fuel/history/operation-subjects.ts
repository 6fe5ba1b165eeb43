import { sql } from 'kysely';
import { DRIVER_SHORT_NAME } from '../../cards/drivers/drivers.ts';
import { isWithinSpan } from './join-holders.ts';

/** Group that a purchase or a refund is charged to. The title is null once the group is removed. */
export interface ChargedGroup {
  id: number;
  title: string | null;
  cost_centre: string;
}

/** Truck that the card was on. */
export interface OperationVehicle {
  id: number;
  plate: string;
  brand: string;
}

/** «Иванов И. П.»: the drivers of the operation's card at its time, by surname. */
export const NAMES_OF_DRIVERS = sql`
  select ${DRIVER_SHORT_NAME}
  from driver_on_card held join driver on driver.id = held.driver_id
  where held.card_id = operation.card_id and ${isWithinSpan('held')} order by driver.surname, driver.name, driver.id`;

/** The truck that the operation's card was on at its time. */
export const VEHICLE = sql`
  select json_build_object('id', vehicle.id, 'plate', vehicle.plate, 'brand', vehicle.brand)
  from card_on_vehicle riding join vehicle on vehicle.id = riding.vehicle_id
  where riding.card_id = operation.card_id and ${isWithinSpan('riding')} order by riding.since desc limit 1`;

/** The group that the operation is charged to. */
export const GROUP = sql`
  select json_build_object('id', charged.group_id, 'title', vehicle_group.title, 'cost_centre', charged.cost_centre)
  from operation_allocation charged
    left join vehicle_group on vehicle_group.company_id = charged.company_id and vehicle_group.id = charged.group_id
  where charged.company_id = operation.company_id and charged.operation_id = operation.id`;
