import { formatRubles } from '../../../lib/money-format.ts';
import type { Context } from '../../../context.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { tellOf } from '../../people/notices/tell-of.ts';
import { countRefusals } from '../../people/sms-codes/count-refusals.ts';
import { claimDueMessage, type DueMessage } from '../../companies/companies/claim-due-message.ts';
import { endClaim } from '../../companies/companies/end-claim.ts';
import { findClaimEnd, listPhonesToTell } from './threshold-store.ts';
import { markCrossing } from '../../companies/companies/mark-crossing.ts';

/** Longer than any provider takes to answer: after that the sender counts as dead. */
export const CLAIM_SECONDS = 120;

/**
 * Sends one SMS when a company's balance has come down to its threshold; the next is sent only after the balance was
 * above it again (docs/calls.md 5). The message stays due until the provider has accepted it. Throws when the
 * provider accepted it for nobody, so that the queue tries again later.
 */
export async function watchBalance(ctx: Context, companyId: number): Promise<void> {
  const { system } = ctx.db;
  await markCrossing(system, companyId);
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + CLAIM_SECONDS * 1000);
  const message = await claimDueMessage(system, { companyId, until, now });
  if (!message) return lookAgainAfterClaim(ctx, companyId);
  await tellFall(ctx, companyId, message);
  let sent = false;
  try {
    sent = await send(ctx, companyId, message);
  } finally {
    await endClaim(system, { companyId, until, sent });
  }
  if (!sent) throw new Error(`company ${companyId} was not told of its balance`);
}

/** Besides the SMS to whoever has set the threshold: once for each fall. */
async function tellFall(ctx: Context, companyId: number, message: DueMessage): Promise<void> {
  const { fall, own, threshold } = message;
  await ctx.db.inSystem((tx) =>
    tellOf(tx, {
      kind: 'low-balance',
      companyId,
      facts: { ownKopecks: own, thresholdKopecks: threshold },
      about: `${companyId}:${fall}`,
      now: ctx.clock.now(),
    }),
  );
}

/** If the sender dies, somebody has to look after the message. */
async function lookAgainAfterClaim(ctx: Context, companyId: number): Promise<void> {
  const runAt = await findClaimEnd(ctx.db.system, companyId);
  if (!runAt) return;
  await enqueueJob(
    ctx.db.system,
    'watch-balance',
    { companyId },
    { key: `watch-balance:${companyId}`, runAt },
  );
}

/** True when somebody was told, or nobody ever can be. */
async function send(ctx: Context, companyId: number, message: DueMessage): Promise<boolean> {
  const phones = await listPhonesToTell(ctx.db.system, { companyId, setBy: message.setBy });
  const outcomes = await Promise.all(
    phones.map((phone) =>
      ctx.sms.send({
        phone,
        text: textOf(ctx, message),
        // The same id for a repeat of this message, a new one for each fall and person: providers drop ids that they
        // know.
        clientId: `balance:${companyId}:${message.fall}:${phone}`,
      }),
    ),
  );
  const refused = outcomes.flatMap((outcome) => (outcome.accepted ? [] : [outcome]));
  for (const { kind } of refused) countRefusals(ctx)[kind] += 1;
  if (refused.length < outcomes.length || outcomes.length === 0) return true;
  ctx.log.warn({ companyId, kinds: refused.map((one) => one.kind) }, 'a balance message was not sent');
  // A phone that cannot receive messages now cannot do so later either.
  return refused.every((one) => one.kind === 'number' || one.kind === 'blocked');
}

function textOf(ctx: Context, message: DueMessage): string {
  const { threshold, own } = message;
  return `${ctx.config.operator.name}: на счёте своих средств осталось ${formatRubles(own)}, порог ${formatRubles(threshold)}. Пополните счёт`;
}
