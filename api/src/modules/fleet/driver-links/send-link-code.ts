import { DRIVER_LINK_CODE_PAUSE_SECONDS, DRIVER_LINK_CODES_OF_DAY } from '#contract/driver-links.ts';
import { SMS_CODE_LENGTH } from '#contract/limits.ts';
import type { Context } from '../../../context.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { newDigits, newSalt, saltedHash } from '../../../lib/secrets.ts';
import { codeText } from '../../people/sms-codes/code-text.ts';
import type { FoundLink } from './driver-link.ts';
import { lockCode, writeCode } from './driver-link-store.ts';

/** Null: the code is on its way; else why it is not, as the driver reads it. */
export type CodeProblem = string | null;

/** Sends a code to the driver's number: one a minute, five a day, whoever holds the link. */
export async function sendLinkCode(ctx: Context, link: FoundLink): Promise<CodeProblem> {
  const now = ctx.clock.now();
  const code = newDigits(SMS_CODE_LENGTH);
  const problem = await ctx.db.inSystem(async (tx): Promise<CodeProblem> => {
    const known = await lockCode(tx, link);
    const isToday = known.sentAt !== null && moscowDay(known.sentAt) === moscowDay(now);
    const ofDay = isToday ? known.ofDay : 0;
    if (known.sentAt && now.getTime() - known.sentAt.getTime() < DRIVER_LINK_CODE_PAUSE_SECONDS * 1000)
      return 'Код уже отправлен. Новый можно получить через минуту';
    if (ofDay >= DRIVER_LINK_CODES_OF_DAY) return 'Сегодня кодов отправлено слишком много. Попробуйте завтра';
    const salt = newSalt();
    await writeCode(tx, link, { salt, hash: saltedHash(code, salt), ofDay: ofDay + 1, now });
    return null;
  });
  if (problem !== null) return problem;
  const text = codeText(ctx.config, 'топливная карта на этом телефоне', code);
  const clientId = `driver-code-${link.id}-${now.getTime()}`;
  const outcome = await ctx.sms.send({ phone: link.phone, text, clientId });
  return outcome.accepted ? null : 'Не удалось отправить СМС. Попробуйте ещё раз через минуту';
}
