import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/programme/requisites.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { changeProgramme } from './change-programme.ts';
import { presentProgramme, toProgrammeInput } from './present.ts';
import { listProgrammeValues } from './programme-values.ts';

export function programmeRoutes(app: FastifyInstance, ctx: Context): void {
  const read = async () =>
    presentProgramme(await listProgrammeValues(ctx.db.system), moscowDay(ctx.clock.now()));

  bind(app, ctx, calls.readProgramme, async () => ({ data: await read() }));

  bind(app, ctx, calls.changeProgramme, async ({ body, session, from }) => {
    const input = toProgrammeInput(body);
    await changeProgramme(ctx, { input, staffId: session.userId, ip: from.ip });
    return { data: await read() };
  });
}
