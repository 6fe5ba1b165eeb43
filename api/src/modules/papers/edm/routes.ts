import type { FastifyInstance } from 'fastify';
import * as corrections from '#contract/money/corrections.ts';
import type { stuckDocument } from '#contract/money/corrections.ts';
import * as annulments from '#contract/papers/edm-annulment.ts';
import {
  readEdm,
  requestEdm as requestEdmCall,
  resendDocument,
  edmOperatorTitle,
} from '#contract/papers/edm.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { readEdmStanding, type EdmState } from './edm-store.ts';
import { dropAnnulment, proposeAnnulment } from './propose-annulment.ts';
import { requestEdm } from './request-edm.ts';
import { resendEdmDocument } from './resend-edm-document.ts';
import { listStuckMessages, type StuckMessage } from './stuck-messages.ts';
import type { z } from 'zod';
import type { EndpointData } from '#contract/endpoint.ts';

/** The first attempt comes within seconds, so an hour means that something is wrong. */
const STUCK_AFTER_SECONDS = 3600;

export function edmRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, readEdm, async ({ scope }) => ({
    data: presentStanding(await ctx.db.inCompany(scope, (tx) => readEdmStanding(tx, scope))),
  }));

  bind(app, ctx, requestEdmCall, async ({ body, session, scope, from }) => ({
    data: { state: await requestEdm(ctx, { scope, userId: session.userId, sms: body.sms, from }) },
  }));

  bind(app, ctx, resendDocument, async ({ params, session, scope, from }) => {
    const { companyId } = scope;
    await resendEdmDocument(ctx, {
      documentId: params.id,
      companyId,
      userId: session.userId,
      ip: from.ip,
    });
    return { data: { id: params.id } };
  });

  bind(app, ctx, annulments.proposeAnnulment, async ({ params, body, session, from }) => {
    const { userId } = session;
    await proposeAnnulment(ctx, { documentId: params.id, userId, ip: from.ip, reason: body.reason });
    return { data: { id: params.id } };
  });

  bind(app, ctx, annulments.dropAnnulment, async ({ params, session, from }) => {
    await dropAnnulment(ctx, { documentId: params.id, userId: session.userId, ip: from.ip });
    return { data: { id: params.id } };
  });

  bind(app, ctx, corrections.listStuckDocuments, async () => {
    const askedBefore = new Date(ctx.clock.now().getTime() - STUCK_AFTER_SECONDS * 1000);
    return { data: (await listStuckMessages(ctx.db.system, askedBefore)).map(presentStuckMessage) };
  });

  bind(app, ctx, corrections.resendStuckDocument, async ({ params, session, from }) => {
    await resendEdmDocument(ctx, {
      documentId: params.id,
      companyId: null,
      userId: session.userId,
      ip: from.ip,
    });
    return { data: { id: params.id } };
  });
}

function presentStanding(standing: {
  state: EdmState;
  reason: string | null;
  roaming: string | null;
}): EndpointData<typeof readEdm> {
  const { roaming } = standing;
  return { ...standing, roaming: roaming === null ? null : edmOperatorTitle(roaming) };
}

function presentStuckMessage(stuckMessage: StuckMessage): z.input<typeof stuckDocument> {
  const { documentId, askedAt, ...rest } = stuckMessage;
  return { id: documentId, ...rest, asked_at: askedAt.toISOString() };
}
