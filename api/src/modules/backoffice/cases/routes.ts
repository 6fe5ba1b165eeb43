import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/money/unsettled.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { closeUnmatchedSale } from '../../fuel/sales/close-unmatched-sale.ts';
import { acknowledge } from './acknowledge.ts';
import { listCases } from './list-cases.ts';
import { CASE_KINDS } from './case-kinds.ts';

export function caseRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listUnsettled, async ({ query, session }) => {
    const { cases, ...meta } = await listCases(ctx, { ...query, callerId: session.userId });
    return { data: cases, meta };
  });

  bind(app, ctx, calls.askAgain, async ({ params }) => {
    await CASE_KINDS[params.kind].retry(ctx, params.id);
    return { data: params };
  });

  bind(app, ctx, calls.settleChange, async ({ params, body, session, from, requestKey }) => {
    const decision = { ...body, staffId: session.userId, ip: from.ip, requestKey };
    await CASE_KINDS[params.kind].settle(ctx, params.id, decision);
    return { data: { ...params, executed: body.executed } };
  });

  bind(app, ctx, calls.closeOrphan, async ({ params, body, session, from, requestKey, confirmedBy }) => {
    await closeUnmatchedSale(ctx, {
      unmatchedSaleId: params.id,
      isUnreadable: params.kind === 'record',
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
