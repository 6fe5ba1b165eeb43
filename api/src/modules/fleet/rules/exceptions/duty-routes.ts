import type { FastifyInstance } from 'fastify';
import { readExceptionDuty, setExceptionDuty } from '#contract/fleet/exception-duty.ts';
import type { Context } from '../../../../context.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { bind } from '../../../../http/bind.ts';
import { ANSWERING_ROLES, listApproversWithNames } from './answerer-store.ts';
import { listDuties, setDuty } from './duty.ts';

export function dutyRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, readExceptionDuty, async ({ scope }) => ({
    data: {
      duties: await readDuties(ctx, scope),
      people: await ctx.db.inCompany(scope, (tx) =>
        listApproversWithNames(tx, scope.companyId, ANSWERING_ROLES),
      ),
    },
  }));

  bind(app, ctx, setExceptionDuty, async ({ body, scope, session: { userId } }) => {
    const { group_id: groupId = null, first_id: firstId = null, second_id: secondId = null } = body;
    const { due_minutes: dueMinutes = null } = body;
    await setDuty(ctx, { scope, userId, groupId, firstId, secondId, dueMinutes });
    return { data: await readDuties(ctx, scope) };
  });
}

async function readDuties(ctx: Context, scope: CompanyScope) {
  const duties = await ctx.db.inCompany(scope, (tx) => listDuties(tx, scope));
  return duties.map((duty) => ({
    group: duty.group_id === null ? null : { id: duty.group_id, title: duty.group_title ?? '' },
    first: { id: duty.first_id, name: duty.first_name },
    second: duty.second_id === null ? null : { id: duty.second_id, name: duty.second_name ?? '' },
    due_minutes: duty.due_minutes,
  }));
}
