import { formatRubles } from '../../lib/money-format.ts';
import type { Context } from '../../context.ts';
import {
  giveMessageBack,
  listPhonesToTell,
  markCrossing,
  takeDueMessage,
  type DueMessage,
} from './threshold-store.ts';

/**
 * Sends the message that a company's balance has come down to its threshold: one SMS, and the next only after the
 * balance was above it again (api.md section 5). Throws when the provider took it for nobody, so that the queue tries
 * again later.
 */
export async function watchBalance(ctx: Context, companyId: number): Promise<void> {
  await markCrossing(ctx.db.system, companyId);
  const message = await takeDueMessage(ctx.db.system, companyId);
  if (!message) return;
  const phones = await listPhonesToTell(ctx.db.system, { companyId, setBy: message.setBy });
  const outcomes = await Promise.all(
    phones.map((phone) =>
      ctx.sms.send({
        phone,
        text: textOf(ctx, message),
        clientId: `balance:${companyId}:${message.threshold}`,
      }),
    ),
  );
  const refused = outcomes.flatMap((outcome) => (outcome.accepted ? [] : [outcome]));
  if (refused.length < outcomes.length || outcomes.length === 0) return;
  ctx.log.warn({ companyId, kinds: refused.map((one) => one.kind) }, 'a balance message was not sent');
  // A phone that cannot be reached will not be reached later either.
  if (refused.every((one) => one.kind === 'number' || one.kind === 'blocked')) return;
  await giveMessageBack(ctx.db.system, companyId);
  throw new Error(`company ${companyId} was not told of its balance`);
}

function textOf(ctx: Context, message: DueMessage): string {
  const { threshold, available } = message;
  return `${ctx.config.operator.name}: на счёте осталось ${formatRubles(available)}, порог ${formatRubles(threshold)}. Пополните счёт`;
}
