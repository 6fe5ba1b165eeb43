import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/unsettled.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { closeOrphan } from '../../fuel/sales/close-orphan.ts';
import { acknowledge } from './acknowledge.ts';
import { askAgain } from './ask-again.ts';
import { listUnsettled } from './list-unsettled.ts';
import { presentUnsettled } from './present.ts';
import { settleChange } from './settle-change.ts';

export function unsettledRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listUnsettled, async ({ query }) => {
    const { newest, totals } = await listUnsettled(ctx, query.kind);
    return { data: newest.map(presentUnsettled), meta: { totals } };
  });

  bind(app, ctx, calls.askAgain, async ({ params }) => {
    await askAgain(ctx, params.kind, params.id);
    return { data: params };
  });

  bind(app, ctx, calls.settleChange, async ({ params, body, session, from, requestKey }) => {
    await settleChange(ctx, params, { ...body, staffId: session.userId, ip: from.ip, requestKey });
    return { data: { ...params, executed: body.executed } };
  });

  bind(app, ctx, calls.closeOrphan, async ({ params, body, session, from, requestKey }) => {
    await closeOrphan(ctx, {
      orphanId: params.id,
      isIllegible: params.kind === 'record',
      reason: body.reason,
      staffId: session.userId,
      ip: from.ip,
      requestKey,
    });
    return { data: params };
  });

  bind(app, ctx, calls.acknowledge, async ({ params, body, session, from, requestKey }) => {
    await acknowledge(ctx, { ...params, ...body, staffId: session.userId, ip: from.ip, requestKey });
    return { data: params };
  });
}
