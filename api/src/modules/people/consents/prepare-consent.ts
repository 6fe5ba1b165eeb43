import type { Context } from '../../../context.ts';
import { hexHashOf } from '../../../lib/secrets.ts';
import { insertConsentVersion } from './consent-store.ts';
import { personalDataConsent } from './personal-data-consent.ts';

/** At the start: a changed wording becomes a new version, and everybody is asked again. */
export async function prepareConsent(ctx: Context): Promise<void> {
  const text = personalDataConsent(ctx.config.operator);
  const sha256 = hexHashOf(text);
  await ctx.db.inSystem((tx) => insertConsentVersion(tx, { text, sha256, now: ctx.clock.now() }));
}
