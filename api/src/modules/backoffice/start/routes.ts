import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/backoffice/start.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { readStart } from './read-start.ts';

export function startRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.readStart, async () => {
    const { steps, clients, owners, ownersConfirmFrom } = await readStart(ctx);
    const meta = { clients, owners, owners_confirm_from: ownersConfirmFrom?.toISOString() ?? null };
    return { data: steps, meta };
  });
}
