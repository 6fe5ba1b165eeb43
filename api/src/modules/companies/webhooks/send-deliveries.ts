import type { WebhookOffReason } from '#contract/companies/webhooks.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { PostOutcome } from '../../../gateways/webhooks/post-webhook.ts';
import { claimDue, updateOutcomes, type DeliveryOutcome, type DueDelivery } from './deliveries.ts';
import { deliverySigner, type SignDelivery } from './webhook-secret.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { enqueueJobsInLine } from '../../../queue/enqueue-job.ts';
import { webhookJobKey } from './webhook-job-key.ts';
import { switchOff, updateSilence } from './webhooks.ts';

const BATCH_SIZE = 100;
/** Longer than any delivery. After it, others take over the work of a dead process. */
const CLAIM_MS = 60_000;
/** Standard Webhooks 1.0.0: pauses after the first try, the second one, and so on; three days in all. */
const PAUSE_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** An address that did not answer is left alone so long, after the first time, the second one, and so on. */
const REST_SECONDS = [5, 30, 60, 300] as const;
const HTTP_GONE = 410;

/**
 * Sends one batch of the deliveries that are due to an address, and records their outcomes. The rest goes to the end
 * of the queue as a job of its own, so that other addresses have their turn. A repeat after a crash bears the same id.
 */
export async function sendDeliveries(ctx: Context, webhookId: number): Promise<void> {
  const { key } = ctx.config.webhooks;
  if (key === null) return;
  const { system } = ctx.db;
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const due = await claimDue(system, { webhookId, now, until, maxConcurrent: BATCH_SIZE });
  if (due.length === 0) return;
  const sign = deliverySigner({ key, now });
  const outcomes = await Promise.all(due.map((delivery) => sendDelivery(ctx, delivery, { sign, now })));
  await updateOutcomes(system, outcomes, now);
  const isSilent = outcomes.every(({ status }) => status === null);
  await updateSilence(system, webhookId, isSilent ? { pauses: REST_SECONDS, now } : null);
  const reason = reasonToStop(outcomes);
  if (reason) return stop(ctx, webhookId, reason);
  if (due.length === BATCH_SIZE && !isSilent)
    await enqueueJobsInLine(system, 'send-webhook', [{ webhookId }], webhookJobKey);
}

async function sendDelivery(
  ctx: Context,
  delivery: DueDelivery,
  { sign, now }: { sign: SignDelivery; now: Date },
): Promise<DeliveryOutcome> {
  const headers = sign(delivery);
  return toOutcome(delivery, await ctx.postWebhook(delivery.url, { headers, body: delivery.body }), now);
}

function toOutcome({ id, attempts }: DueDelivery, answer: PostOutcome, now: Date): DeliveryOutcome {
  const status = 'status' in answer ? answer.status : null;
  const error = 'error' in answer ? answer.error : null;
  if (status !== null && status >= 200 && status < 300)
    return { id, state: 'delivered', status, error, nextAt: now };
  const pause = PAUSE_SECONDS[attempts];
  if (status === HTTP_GONE || pause === undefined) return { id, state: 'failed', status, error, nextAt: now };
  return { id, state: 'waiting', status, error, nextAt: new Date(now.getTime() + pause * 1000) };
}

/** Returns the reason to stop: the receiver answers that it is gone, or a delivery has failed for three days. */
function reasonToStop(outcomes: readonly DeliveryOutcome[]): WebhookOffReason | null {
  if (outcomes.some(({ status }) => status === HTTP_GONE)) return 'gone';
  return outcomes.some(({ state }) => state === 'failed') ? 'failing' : null;
}

async function stop(ctx: Context, id: number, reason: WebhookOffReason): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const stopped = await switchOff(tx, { id, reason, now });
    if (stopped === null) return;
    await recordEvent(tx, {
      at: now,
      what: 'webhook-stopped',
      companyId: stopped.company_id,
      after: { webhook: id, url: stopped.url, reason },
    });
    await notify(tx, {
      kind: 'webhook-stopped',
      companyId: stopped.company_id,
      facts: { url: stopped.url, reason },
      about: `webhook:${id}:${now.toISOString()}`,
      now,
    });
  });
}
