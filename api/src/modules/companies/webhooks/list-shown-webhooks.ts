import type { z } from 'zod';
import type { webhook } from '#contract/webhooks.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { listCompanyWebhooks, type WebhookRow } from './webhook-store.ts';

/** The addresses of a company as every call shows them. */
export async function listShownWebhooks(
  ctx: Context,
  scope: CompanyScope,
): Promise<z.input<typeof webhook>[]> {
  const webhooks = await ctx.db.inCompany(scope, (tx) => listCompanyWebhooks(tx, scope));
  return webhooks.map((one) => presentWebhook(one, ctx.clock.now()));
}

function presentWebhook(webhook: WebhookRow, now: Date) {
  const { id, url, types, off_reason: reason, off_at: at, former_until: former } = webhook;
  return {
    id,
    url,
    types,
    off: reason && at ? { reason, at: at.toISOString() } : null,
    waiting: webhook.waiting,
    former_secret_until: former && former > now ? former.toISOString() : null,
    created_at: webhook.created_at.toISOString(),
  };
}
