import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/companies/sandbox.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { bind } from '../../../http/bind.ts';
import { listKeysOfCompany } from '../../companies/keys/list-keys-of-company.ts';
import { revokeKey } from '../../companies/keys/revoke-key.ts';
import { listShownWebhooks } from '../../companies/webhooks/webhooks.ts';
import { deleteSandbox } from './close-sandbox.ts';
import { createSandboxKey } from './create-sandbox-key.ts';
import { makeSandbox } from './make-sandbox.ts';
import { readState, requireSandbox } from './sandbox.ts';
import { findSandboxOfCompany } from './sandbox-store.ts';

/** Routes by which a company's admin manages its sandbox. */
export function sandboxAdminRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.readSandbox, async ({ scope }) => {
    const sandbox = await findSandboxOfCompany(ctx.db.system, scope.companyId);
    if (!sandbox) return { data: null };
    const own = mintCompanyScope(sandbox.companyId);
    const [state, keys, webhooks] = await Promise.all([
      readState(ctx, sandbox),
      listKeysOfCompany(ctx, own),
      listShownWebhooks(ctx, own),
    ]);
    return { data: { ...state, keys, webhooks } };
  });

  bind(app, ctx, calls.makeSandbox, async ({ scope, session }) => {
    await makeSandbox(ctx, { scope, adminId: session.userId, anew: false });
    return { data: await readState(ctx, await requireSandbox(ctx, scope)) };
  });

  bind(app, ctx, calls.resetSandbox, async ({ scope, session }) => {
    await makeSandbox(ctx, { scope, adminId: session.userId, anew: true });
    return { data: await readState(ctx, await requireSandbox(ctx, scope)) };
  });

  bind(app, ctx, calls.deleteSandbox, async ({ scope, session }) => {
    await deleteSandbox(ctx, { scope, adminId: session.userId });
    return { data: {} };
  });

  bind(app, ctx, calls.createSandboxKey, async ({ body, scope, session }) => ({
    data: await createSandboxKey(ctx, {
      scope,
      adminId: session.userId,
      title: body.title,
      scopes: body.scopes,
      addresses: body.addresses ?? [],
      expiresAt: body.expires_at ?? null,
      dailySum: body.daily_sum ?? null,
      cardIds: body.cards ?? [],
    }),
  }));

  bind(app, ctx, calls.revokeSandboxKey, async ({ params, scope, session }) => {
    const { companyId } = await requireSandbox(ctx, scope);
    await revokeKey(ctx, {
      id: params.id,
      companyId,
      logCompanyId: scope.companyId,
      by: session.userId,
      reason: null,
    });
    return { data: {} };
  });
}
