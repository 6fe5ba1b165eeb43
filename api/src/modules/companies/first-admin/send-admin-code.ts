import { maskPhone } from '#contract/values/phone.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, tooOften } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { countSentCodes } from '../../messaging/sms-codes/code-counts.ts';
import { clipText, MAX_ACTION_LENGTH } from '../../messaging/sms-codes/code-text.ts';
import { sendCode } from '../../messaging/sms-codes/send-code.ts';
import { readPerson } from '../../messaging/users/users.ts';
import { ALREADY_CONFIRMED } from './admin-proof.ts';
import { isUnconfirmed } from './admin-proof-store.ts';
import { assertProofWay } from './assert-proof-way.ts';
import { findRegistryPhone } from './find-registry-phone.ts';

export const ADMIN_CODE = 'first-admin';
const CODES_PER_DAY = 3;
const DAY_SECONDS = 24 * 3600;

/**
 * Sends a code to the company's phone in the register, with the name of the requesting user, so that the director reads
 * who wants to act for the company. Returns the phone, masked. Refuses: 409 confirmed already or not accepted, 429
 * three in a day, `form` the register has no mobile phone.
 */
export async function sendAdminCode(
  ctx: Context,
  scope: CompanyScope,
  { userId, ip }: { userId: number; ip: string },
): Promise<string> {
  assertProofWay(ctx, 'registry-phone');
  const { companyId } = scope;
  if (!(await isUnconfirmed(ctx.db.system, companyId))) throw conflict(ALREADY_CONFIRMED);
  const subject = String(companyId);
  const since = new Date(ctx.clock.now().getTime() - DAY_SECONDS * 1000);
  // A user who typed a company's INN must not wake unrelated people.
  if ((await countSentCodes(ctx.db.system, { purpose: ADMIN_CODE, subject, since })) >= CODES_PER_DAY)
    throw tooOften(DAY_SECONDS);
  const { phone, title } = await findRegistryPhone(ctx, { companyId, userId });
  const { firstname, lastname } = await readPerson(ctx.db.system, userId);
  const who = [firstname, lastname].filter(Boolean).join(' ');
  await sendCode(ctx, {
    phone,
    userId,
    purpose: ADMIN_CODE,
    subject,
    sumKopecks: null,
    tokenHash: null,
    action: formatAdminCode(who, title),
    ip,
  });
  await recordEvent(ctx.db.system, {
    at: ctx.clock.now(),
    what: 'admin-code-sent',
    userId,
    companyId,
    ip,
    details: { phone: maskPhone(phone) },
  });
  return maskPhone(phone);
}

/** Names the person and the company in one SMS, because its reader may not know the programme. */
function formatAdminCode(who: string, title: string): string {
  const name = clipText(who || 'сотрудник', 22);
  const rest = MAX_ACTION_LENGTH - `${name} — администратор `.length;
  return `${name} — администратор ${clipText(title, rest)}`;
}
