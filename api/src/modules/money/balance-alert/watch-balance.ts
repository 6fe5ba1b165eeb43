import { formatRubles } from '../../../lib/money-format.ts';
import type { Context } from '../../../context.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { countRefusals } from '../../messaging/sms-codes/code-counts.ts';
import { claimDueMessage, type DueMessage } from '../../companies/companies/edm-state.ts';
import { endClaim } from '../../companies/companies/programme-membership.ts';
import { findClaimEnd, listPhonesToNotify } from './balance-threshold.ts';
import { markCrossing } from '../../companies/companies/credit-terms.ts';
import type { Db } from '../../../db/database.ts';

/** Longer than any provider takes to answer: after that the sender counts as dead. */
export const CLAIM_SECONDS = 120;

/**
 * Sends one SMS when a company's balance has fallen to its threshold. The next is sent only after the balance was above
 * it again (docs/calls.md 5). The message stays due until the provider has accepted it. Throws if the provider accepted
 * it for no phone, so that the queue tries again later.
 */
export async function watchBalance(ctx: Context, companyId: number): Promise<void> {
  const { system } = ctx.db;
  await markCrossing(system, companyId);
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + CLAIM_SECONDS * 1000);
  const message = await claimDueMessage(system, { companyId, until, now });
  if (!message) return retryAfterClaim(ctx, companyId);
  await notifyOfLowBalance(ctx, companyId, message);
  let sent = false;
  try {
    sent = await send(ctx, companyId, message);
  } finally {
    await endClaim(system, { companyId, until, sent });
  }
  if (!sent) throw new Error(`company ${companyId} was not told of its balance`);
}

/** Notifies once per fall, in addition to the SMS to the user who set the threshold. */
async function notifyOfLowBalance(ctx: Context, companyId: number, message: DueMessage): Promise<void> {
  const { fall, own, threshold } = message;
  await ctx.db.inSystem((tx) =>
    notify(tx, {
      kind: 'low-balance',
      companyId,
      facts: { ownKopecks: own, thresholdKopecks: threshold },
      about: `${companyId}:${fall}`,
      now: ctx.clock.now(),
    }),
  );
}

/** If the sender dies, another job has to send the message. */
async function retryAfterClaim(ctx: Context, companyId: number): Promise<void> {
  const runAt = await findClaimEnd(ctx.db.system, companyId);
  if (!runAt) return;
  await enqueueJob(
    ctx.db.system,
    'watch-balance',
    { companyId },
    { key: `watch-balance:${companyId}`, runAt },
  );
}

/** Returns true if a phone was notified, or none ever can be. */
async function send(ctx: Context, companyId: number, message: DueMessage): Promise<boolean> {
  const phones = await listPhonesToNotify(ctx.db.system, { companyId, setBy: message.setBy });
  const outcomes = await Promise.all(
    phones.map((phone) =>
      ctx.sms.send({
        phone,
        text: formatText(ctx, message),
        // The same id for a repeat of this message, a new one for each fall and person: providers drop ids that they
        // know.
        clientId: `balance:${companyId}:${message.fall}:${phone}`,
      }),
    ),
  );
  const refused = outcomes.flatMap((outcome) => (outcome.accepted ? [] : [outcome]));
  for (const { kind } of refused) countRefusals(ctx)[kind] += 1;
  if (refused.length < outcomes.length || outcomes.length === 0) return true;
  ctx.log.warn({ companyId, kinds: refused.map((item) => item.kind) }, 'a balance message was not sent');
  // A phone that cannot receive messages now cannot do so later either.
  return refused.every((item) => item.kind === 'number' || item.kind === 'blocked');
}

function formatText(ctx: Context, message: DueMessage): string {
  const { threshold, own } = message;
  return `${ctx.programme.today().name}: на счёте своих средств осталось ${formatRubles(own)}, порог ${formatRubles(threshold)}. Пополните счёт`;
}

/**
 * Records on which side of its threshold a company's own unallocated funds are, in the transaction that has just moved
 * them, so that a fall and a recovery are never missed, however close together. When the funds have come down to the
 * threshold, one message is asked for. Call it after every change of unallocated funds, while their account
 * is still locked.
 */
export async function recordBalance(tx: Db, companyId: number): Promise<void> {
  if (await markCrossing(tx, companyId)) {
    await enqueueJob(tx, 'watch-balance', { companyId }, { key: `watch-balance:${companyId}` });
  }
}
