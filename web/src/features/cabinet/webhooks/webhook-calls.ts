import type { z } from 'zod';
import { readSandbox } from '#contract/companies/sandbox.ts';
import * as sandbox from '#contract/companies/sandbox-webhooks.ts';
import * as company from '#contract/companies/webhooks.ts';

export type Webhook = z.infer<typeof company.webhook>;

/** The calls of the company's webhooks. `list` is read again after each of the others. */
export const COMPANY_WEBHOOKS = {
  list: company.listWebhooks,
  create: company.createWebhook,
  remove: company.removeWebhook,
  resume: company.resumeWebhook,
  rotate: company.rotateWebhook,
  deliveries: company.listDeliveries,
  replay: company.replayDelivery,
};

/** The same of its sandbox. */
export const SANDBOX_WEBHOOKS = {
  list: readSandbox,
  create: sandbox.createSandboxWebhook,
  remove: sandbox.removeSandboxWebhook,
  resume: sandbox.resumeSandboxWebhook,
  rotate: sandbox.rotateSandboxWebhook,
  deliveries: sandbox.listSandboxDeliveries,
  replay: sandbox.replaySandboxDelivery,
};

export type WebhookCalls = typeof COMPANY_WEBHOOKS | typeof SANDBOX_WEBHOOKS;
