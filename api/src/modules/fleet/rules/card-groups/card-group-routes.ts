import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/fleet/card-groups.ts';
import { MAX_VEHICLE_GROUPS } from '#contract/fleet/vehicles.ts';
import { recordChange } from '../../../../audit/write-trace.ts';
import type { Context } from '../../../../context.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { conflict, notFound } from '../../../../errors.ts';
import { bind } from '../../../../http/bind.ts';
import { removeGroup } from '../../vehicles/remove-group.ts';
import { insertVehicleGroup, listVehicleGroups, renameVehicleGroup } from '../../vehicles/vehicle-groups.ts';
import { lockFleet } from '../../vehicles/lock-fleet.ts';
import { putCardsIntoGroup } from './put-cards-into-group.ts';

const NO_GROUP = 'Группа не найдена';
const TAKEN = 'Группа с таким названием уже есть';

interface GroupInput {
  title: string;
  costCentre: string | undefined;
}

export function cardGroupRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listCardGroups, async ({ scope }) => {
    const groups = await ctx.db.inCompany(scope, (tx) => listVehicleGroups(tx, scope));
    return { data: groups.map(({ costCentre, ...group }) => ({ ...group, cost_centre: costCentre })) };
  });

  bind(app, ctx, calls.createCardGroup, async ({ body: { title, cost_centre: costCentre }, scope }) => ({
    data: { id: await createGroup(ctx, scope, { title, costCentre }) },
  }));

  bind(app, ctx, calls.updateCardGroup, async ({ params: { id }, body, scope }) => {
    await updateGroup(ctx, scope, id, { title: body.title, costCentre: body.cost_centre });
    return { data: { id } };
  });

  bind(app, ctx, calls.removeCardGroup, async ({ params: { id }, scope }) => {
    if (!(await removeGroup(ctx, scope, id))) throw notFound(NO_GROUP);
    return { data: { id } };
  });

  bind(app, ctx, calls.putCardsIntoGroup, async ({ body, scope, session: { userId } }) => ({
    data: {
      changed: await putCardsIntoGroup(ctx, { scope, userId, cardIds: body.ids, groupId: body.group_id }),
    },
  }));
}

async function createGroup(
  ctx: Context,
  scope: CompanyScope,
  { title, costCentre = '' }: GroupInput,
): Promise<number> {
  const id = await ctx.db.inCompany(scope, async (tx) => {
    await lockFleet(tx, scope);
    if ((await listVehicleGroups(tx, scope)).length >= MAX_VEHICLE_GROUPS)
      throw conflict(`Групп может быть не больше ${MAX_VEHICLE_GROUPS}: удалите лишнюю`);
    recordChange(tx, { after: { title, costCentre } });
    return insertVehicleGroup(tx, scope, { title, costCentre });
  });
  if (id === null) throw conflict(TAKEN);
  return id;
}

async function updateGroup(ctx: Context, scope: CompanyScope, groupId: number, input: GroupInput) {
  await ctx.db.inCompany(scope, async (tx) => {
    await lockFleet(tx, scope);
    const before = (await listVehicleGroups(tx, scope)).find(({ id }) => id === groupId);
    if (!before) throw notFound(NO_GROUP);
    if ((await renameVehicleGroup(tx, scope, { groupId, ...input })) === 'taken') throw conflict(TAKEN);
    recordChange(tx, {
      before: { title: before.title, costCentre: before.costCentre },
      after: { title: input.title, costCentre: input.costCentre ?? before.costCentre },
    });
  });
}
