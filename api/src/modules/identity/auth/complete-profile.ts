import type { Context } from '../../../context.ts';
import { codeNeeded, notSignedIn } from '../../../errors.ts';
import { isFreshCode } from '../../../http/allow-call.ts';
import { factorNeeded } from '../../../http/assert-factor.ts';
import { hashSha256 } from '../../../lib/secrets.ts';
import { giveConsent } from '../consents/give-consent.ts';
import { requestConfirmationAtSignIn, maskAddress } from '../../messaging/emails/confirm-address.ts';
import { notifyOfAccessChange } from '../../messaging/notices/security-notices.ts';
import { findUserCompany, lockEmail, setUserProfile, type UserRecord } from '../../messaging/users/users.ts';
import { findUserByEnterToken } from './sessions.ts';
import type { CallOrigin } from '../../../http/call.ts';

export interface ProfileInput {
  authorization: string | undefined;
  firstname: string;
  email: string;
  /** The version of the personal-data consent that the person has ticked; null when the client did not ask. */
  consentVersion: number | null;
  from: CallOrigin;
}

/**
 * Third step of the sign-in: name and e-mail, under the enter token with or without `Bearer ` (docs/calls.md 2). A consent in the
 * input is recorded with them, and a new address gets a link that confirms it. 409 when the consent's version is not current any
 * more.
 */
export async function completeProfile(ctx: Context, input: ProfileInput): Promise<UserRecord> {
  const token = (input.authorization ?? '').replace(/^Bearer\s+/i, '').trim();
  if (token === '') throw notSignedIn();
  const now = ctx.clock.now();
  const found = await findUserByEnterToken(ctx.db.system, { enterHash: hashSha256(token), now });
  if (found === null) throw notSignedIn();
  if (found.isHalf) throw factorNeeded('confirm');
  const { userId, codeAt } = found;
  return ctx.db.inSystem(async (tx) => {
    const { firstname, email, consentVersion, from } = input;
    if (consentVersion !== null) await giveConsent(tx, { userId, version: consentVersion, from, now });
    const own = await lockEmail(tx, userId);
    if (own.email !== null && own.email !== email) {
      // At a sign-in the code was entered a moment ago.
      if (!isFreshCode(codeAt, now)) throw codeNeeded();
      const what = { event: 'mail-changed', to: maskAddress(email) } as const;
      const companyId = await findUserCompany(tx, userId);
      await notifyOfAccessChange(ctx, tx, { userId, companyId, what, about: now.toISOString(), now });
    }
    const user = await setUserProfile(tx, { userId, firstname, email });
    await requestConfirmationAtSignIn(tx, { userId, now });
    return user;
  });
}
