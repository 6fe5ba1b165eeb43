import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { takeOutOfGroup } from '../../cards/cards/cards.ts';
import { deleteVehicleGroup } from './vehicle-groups.ts';
import { lockFleet } from './lock-fleet.ts';

/** Removes a group: its trucks and cards stay, in none. Returns false when the company has no such group. */
export function removeGroup(ctx: Context, scope: CompanyScope, groupId: number): Promise<boolean> {
  return ctx.db.inCompany(scope, async (tx) => {
    await lockFleet(tx, scope);
    await takeOutOfGroup(tx, scope, groupId);
    return deleteVehicleGroup(tx, scope, groupId);
  });
}
