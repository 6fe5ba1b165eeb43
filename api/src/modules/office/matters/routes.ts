import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/unsettled.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { closeOrphan } from '../../fuel/sales/close-orphan.ts';
import { acknowledge } from './acknowledge.ts';
import { listMatters } from './list-matters.ts';
import { MATTER_KINDS } from './matter-kinds.ts';

export function matterRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listUnsettled, async ({ query }) => {
    const { newest, totals } = await listMatters(ctx, query.kind);
    return { data: newest, meta: { totals } };
  });

  bind(app, ctx, calls.askAgain, async ({ params }) => {
    await MATTER_KINDS[params.kind].askAgain(ctx, params.id);
    return { data: params };
  });

  bind(app, ctx, calls.settleChange, async ({ params, body, session, from, requestKey }) => {
    const word = { ...body, staffId: session.userId, ip: from.ip, requestKey };
    await MATTER_KINDS[params.kind].settle(ctx, params.id, word);
    return { data: { ...params, executed: body.executed } };
  });

  bind(app, ctx, calls.closeOrphan, async ({ params, body, session, from, requestKey, confirmedBy }) => {
    await closeOrphan(ctx, {
      orphanId: params.id,
      isIllegible: params.kind === 'record',
      reason: body.reason,
      staffId: session.userId,
      ip: from.ip,
      requestKey,
      confirmedBy,
    });
    return { data: params };
  });

  bind(app, ctx, calls.acknowledge, async ({ params, body, session, from, requestKey }) => {
    await acknowledge(ctx, { ...params, ...body, staffId: session.userId, ip: from.ip, requestKey });
    return { data: params };
  });
}
