import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/companies/keys.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { createKey } from './create-key.ts';
import { listKeys } from './keys.ts';
import { presentKey } from './present.ts';
import { revokeKey } from './revoke-key.ts';

export function keyRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.createKey, async ({ body, session, scope }) => {
    const { title, scopes, addresses, expires_at: expiresAt, daily_sum: dailySum, cards } = body;
    const made = await createKey(ctx, {
      scope,
      adminId: session.userId,
      title,
      scopes,
      addresses: addresses ?? [],
      expiresAt: expiresAt ?? null,
      dailySum: dailySum ?? null,
      cardIds: cards ?? [],
    });
    return { data: made };
  });

  bind(app, ctx, calls.listKeys, async ({ scope }) => {
    const now = ctx.clock.now();
    const keys = await ctx.db.inCompany(scope, (tx) => listKeys(tx, scope.companyId, now));
    return { data: keys.map((key) => presentKey(key, now)) };
  });

  bind(app, ctx, calls.revokeKey, async ({ params, session, scope }) => {
    const { companyId } = scope;
    await revokeKey(ctx, { id: params.id, companyId, by: session.userId, reason: null });
    return { data: {} };
  });

  bind(app, ctx, calls.listClientKeys, async ({ params }) => {
    const now = ctx.clock.now();
    const keys = await listKeys(ctx.db.system, params.id, now);
    return { data: keys.map((key) => presentKey(key, now)) };
  });

  bind(app, ctx, calls.revokeClientKey, async ({ params, body, session }) => {
    const { id: companyId, keyId } = params;
    await revokeKey(ctx, { id: keyId, companyId, by: session.userId, reason: body.reason });
    return { data: {} };
  });
}
