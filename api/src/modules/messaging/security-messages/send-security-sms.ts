import type { Context } from '../../../context.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { countRefusals } from '../sms-codes/code-counts.ts';
import { claimSms, endSms, findSmsClaimEnd, releaseSms } from './security-sms.ts';

/** Longer than any provider takes to answer: after that the sender counts as dead. */
const CLAIM_SECONDS = 120;
/** News of a day ago warns of nothing. */
const GIVEN_UP_AFTER_HOURS = 24;

/** Sends a message, by one sender at a time. Throws when it may still arrive later, so that the queue tries again. */
export async function sendSecuritySms(ctx: Context, messageId: number): Promise<void> {
  const { system } = ctx.db;
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + CLAIM_SECONDS * 1000);
  const message = await claimSms(system, { messageId, until, now });
  if (!message) return retryAfterClaim(ctx, messageId);
  const { phone, text, createdAt } = message;
  const outcome = await ctx.sms.send({ phone, text, clientId: `security:${messageId}` });
  if (outcome.accepted) return endSms(system, { messageId, state: 'sent', now: ctx.clock.now() });
  countRefusals(ctx)[outcome.kind] += 1;
  ctx.log.warn({ messageId, kind: outcome.kind }, 'a security message was not sent');
  const isFinal = outcome.kind === 'number' || outcome.kind === 'blocked';
  if (isFinal || now.getTime() - createdAt.getTime() > GIVEN_UP_AFTER_HOURS * 3_600_000)
    return endSms(system, { messageId, state: 'refused', now: ctx.clock.now() });
  await releaseSms(system, messageId);
  throw new Error(`security message ${messageId} was not sent: ${outcome.message}`);
}

/** If the sender dies, another job has to retry the message. */
async function retryAfterClaim(ctx: Context, messageId: number): Promise<void> {
  const runAt = await findSmsClaimEnd(ctx.db.system, messageId);
  if (!runAt) return;
  const key = `security-sms:${messageId}`;
  await enqueueJob(ctx.db.system, 'send-security-sms', { messageId }, { key, runAt });
}
