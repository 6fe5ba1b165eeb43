import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/identity/consents.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { findLastAct, requireCurrentConsent } from './consents.ts';
import { giveConsent } from './give-consent.ts';

export function consentRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.readConsent, async ({ session }) => {
    const { version, text, sha256 } = await requireCurrentConsent(ctx.db.system);
    const last = session && (await findLastAct(ctx.db.system, session.userId));
    const given = last?.act === 'given' && last.version === version ? last.at : null;
    return { data: { version, text, sha256, given_at: given?.toISOString() ?? null } };
  });

  bind(app, ctx, calls.giveConsent, async ({ body, session, from }) => {
    const input = { userId: session.userId, version: body.version, from, now: ctx.clock.now() };
    const given = await ctx.db.inSystem((tx) => giveConsent(tx, input));
    return { data: { given_at: given.toISOString() } };
  });
}
