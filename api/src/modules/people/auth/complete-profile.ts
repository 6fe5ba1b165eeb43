import type { Context } from '../../../context.ts';
import { codeNeeded, notSignedIn } from '../../../errors.ts';
import { isFreshCode } from '../../../http/allow-call.ts';
import { factorNeeded } from '../../../http/assert-factor.ts';
import type { CallOrigin } from '../../../http/bind.ts';
import { hashOf } from '../../../lib/secrets.ts';
import { giveConsent } from '../consents/give-consent.ts';
import { askAtSignIn } from '../letters/ask-at-sign-in.ts';
import { tellOfSecurity } from '../notices/tell-of-security.ts';
import { findCompanyOf } from '../users/find-company-of.ts';
import { lockEmail } from '../users/lock-email.ts';
import { maskAddress } from '../letters/mask-address.ts';
import { findUserByEnterToken } from './session-store.ts';
import { setUserProfile } from '../users/set-user-profile.ts';
import type { UserRecord } from '../users/user.ts';

export interface SaidProfile {
  authorization: string | undefined;
  firstname: string;
  email: string;
  /** The version of the personal-data consent that the person has ticked; null when the client did not ask. */
  consentVersion: number | null;
  from: CallOrigin;
}

/**
 * Third step of the sign-in: name and e-mail, under the enter token with or without `Bearer ` (docs/calls.md 2). A
 * consent sent along is recorded with them, and a new address is asked to confirm itself. 409 when its version is no longer current.
 */
export async function completeProfile(ctx: Context, said: SaidProfile): Promise<UserRecord> {
  const token = (said.authorization ?? '').replace(/^Bearer\s+/i, '').trim();
  if (token === '') throw notSignedIn();
  const now = ctx.clock.now();
  const found = await findUserByEnterToken(ctx.db.system, { enterHash: hashOf(token), now });
  if (found === null) throw notSignedIn();
  if (found.isHalf) throw factorNeeded('confirm');
  const { userId, codeAt } = found;
  return ctx.db.inSystem(async (tx) => {
    const { firstname, email, consentVersion, from } = said;
    if (consentVersion !== null) await giveConsent(tx, { userId, version: consentVersion, from, now });
    const own = await lockEmail(tx, userId);
    if (own.email !== null && own.email !== email) {
      // At a sign-in the code was given a moment ago.
      if (!isFreshCode(codeAt, now)) throw codeNeeded();
      const what = { event: 'mail-changed', to: maskAddress(email) } as const;
      const companyId = await findCompanyOf(tx, userId);
      await tellOfSecurity(ctx, tx, { userId, companyId, what, about: now.toISOString(), now });
    }
    const user = await setUserProfile(tx, { userId, firstname, email });
    await askAtSignIn(tx, { userId, now });
    return user;
  });
}
