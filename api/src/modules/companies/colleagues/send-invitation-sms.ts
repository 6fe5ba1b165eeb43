import type { Context } from '../../../context.ts';
import { countRefusals } from '../../messaging/sms-codes/code-counts.ts';
import { releaseInvitationMessage, takeInvitationMessage } from './invitations.ts';

/** Companies together may not write more to one phone in a day: the invitation is seen after a sign-in anyway. */
const MAX_PER_DAY = 3;
const DAY_MS = 86_400_000;

/** Notifies the invited person by SMS, once. Throws when the message may still go, so that the queue tries again. */
export async function sendInvitationSms(ctx: Context, invitationId: number): Promise<void> {
  const { system } = ctx.db;
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - DAY_MS);
  const message = await takeInvitationMessage(system, { invitationId, since, max: MAX_PER_DAY, now });
  if (!message) return;
  const { phone, title } = message;
  const text = `${ctx.programme.today().name}: ${title} приглашает вас в кабинет топливных карт. Войдите по этому телефону, чтобы ответить`;
  const outcome = await ctx.sms.send({ phone, text, clientId: `invitation:${invitationId}` });
  if (outcome.accepted) return;
  countRefusals(ctx)[outcome.kind] += 1;
  ctx.log.warn({ invitationId, kind: outcome.kind }, 'an invitation was not sent');
  if (outcome.kind === 'number' || outcome.kind === 'blocked') return;
  await releaseInvitationMessage(system, invitationId);
  throw new Error(`invitation ${invitationId} was not sent: ${outcome.message}`);
}
