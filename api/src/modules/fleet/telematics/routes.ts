import type { FastifyInstance } from 'fastify';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import * as calls from '#contract/fleet/telematics.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { bind } from '../../../http/bind.ts';
import { connectTelematics, disconnectTelematics, setTelematics } from './connect-telematics.ts';
import { findLink, listUnits } from './link-store.ts';
import type { PlannedPositions } from './read-position-file.ts';
import { planPositions, takePositions } from './positions.ts';
import { listHandedFillings } from './wialon-filling-store.ts';

const MAX_HANDED_SHOWN = 20;
const WRONG_SHOWN = 50;
const SAMPLE = 5;

export function telematicsRoutes(app: FastifyInstance, ctx: Context): void {
  const shown = async (scope: CompanyScope) =>
    ctx.db.inCompany(scope, async (tx) => {
      const link = await findLink(tx, scope);
      const units = await listUnits(tx, scope);
      const handed = await listHandedFillings(tx, scope, MAX_HANDED_SHOWN);
      return {
        data: {
          connection: link && {
            ...link,
            connected_at: link.connected_at.toISOString(),
            hands_over_since: link.hands_over_since?.toISOString() ?? null,
            heard_at: link.heard_at?.toISOString() ?? null,
          },
          units: units.map((unit) => ({ ...unit, position_at: unit.position_at?.toISOString() ?? null })),
          fillings: handed.map((handedRow) => ({
            operation_id: handedRow.operation_id,
            at: handedRow.at.toISOString(),
            plate: handedRow.plate,
            litres: handedRow.centilitres / 100,
            sum: toRubles(kopecks(handedRow.sum_kopecks)),
            state: handedRow.handing,
            problem: handedRow.problem,
          })),
        },
      };
    });

  bind(app, ctx, calls.readTelematics, ({ scope }) => shown(scope));

  bind(app, ctx, calls.connectTelematics, async ({ body, scope, session: { userId } }) => {
    await connectTelematics(ctx, { scope, userId, token: body.token });
    return shown(scope);
  });

  bind(app, ctx, calls.setTelematics, async ({ body, scope }) => {
    await setTelematics(ctx, scope, body.hands_over);
    return shown(scope);
  });

  bind(app, ctx, calls.disconnectTelematics, async ({ scope, session: { userId } }) => {
    await disconnectTelematics(ctx, scope, userId);
    return shown(scope);
  });

  bind(app, ctx, calls.previewPositions, async ({ file, scope }) => ({
    data: presentPlan(await planPositions(ctx, scope, file)),
  }));

  bind(app, ctx, calls.takePositions, async ({ file, scope }) => ({
    data: presentPlan(await takePositions(ctx, scope, file)),
  }));
}

function presentPlan({ found, wrong }: PlannedPositions) {
  return {
    taken: found.length,
    wrong: wrong.slice(0, WRONG_SHOWN),
    wrong_count: wrong.length,
    sample: found
      .slice(0, SAMPLE)
      .map(({ plate, at, lat, lon }) => ({ plate, at: at.toISOString(), lat, lon })),
  };
}
