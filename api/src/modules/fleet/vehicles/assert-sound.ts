import { VEHICLES_MOST } from '#contract/vehicles.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, fieldRefusal } from '../../../errors.ts';
import { hasVehicleGroup } from './vehicle-group-store.ts';
import { countOwnCards, lockFleet, type SaidOfVehicle } from './vehicle-store.ts';

/**
 * Holds the company's fleet until the transaction ends. Refuses: 409 a plate that another truck has and a truck too many;
 * `group_id` and `card_ids` that are not the company's.
 */
export async function assertSound(
  tx: Db,
  scope: CompanyScope,
  {
    vehicleId,
    said,
    cardIds = [],
  }: { vehicleId: number | null; said: SaidOfVehicle; cardIds?: readonly number[] | undefined },
): Promise<void> {
  const known = await lockFleet(tx, scope);
  const other = known.get(said.plate);
  if (other !== undefined && other !== vehicleId)
    throw conflict('Машина с таким номером уже есть в автопарке');
  if (vehicleId === null && known.size >= VEHICLES_MOST)
    throw conflict(`В автопарке может быть не больше ${VEHICLES_MOST} машин`);
  if (said.groupId !== null && !(await hasVehicleGroup(tx, scope, said.groupId)))
    throw fieldRefusal('group_id', 'Такой группы нет');
  const distinct = [...new Set(cardIds)];
  if ((await countOwnCards(tx, scope, distinct)) < distinct.length)
    throw fieldRefusal('card_ids', 'Среди карт есть чужая');
}
