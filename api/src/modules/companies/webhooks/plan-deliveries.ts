import type { Context } from '../../../context.ts';
import { enqueueJobsInLine } from '../../../queue/enqueue-job.ts';
import { readHorizon } from '../events/events.ts';
import { listDueWebhooks, claimWebhook } from './deliveries.ts';
import { webhookJobKey } from './webhook-job-key.ts';

const WEBHOOK_BATCH_SIZE = 20;
const EVENTS_EACH = 500;
/** Rounds in one turn of the job; the remaining deliveries come in the next turn. */
const ROUNDS = 20;

/** Takes new events over into deliveries, and sees to it that what is due is sent: a job for each address. */
export async function planDeliveries(ctx: Context): Promise<void> {
  if (ctx.config.webhooks.key === null) return;
  const { system } = ctx.db;
  const now = ctx.clock.now();
  for (let round = 0; round < ROUNDS; round += 1) {
    const horizon = await readHorizon(system);
    const about = { horizon, now, webhooks: WEBHOOK_BATCH_SIZE, eventsEach: EVENTS_EACH };
    if ((await claimWebhook(system, about)) === 0) break;
  }
  const due = await listDueWebhooks(system, now);
  if (due.length === 0) return;
  const payloads = due.map((webhookId) => ({ webhookId }));
  // A waiting job keeps its place: a later poll must not move it behind younger jobs.
  await enqueueJobsInLine(system, 'send-webhook', payloads, webhookJobKey);
}
