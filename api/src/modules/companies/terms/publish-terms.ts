import type { Context } from '../../../context.ts';
import { hexHashOf } from '../../../lib/secrets.ts';
import { insertTermsVersion } from './terms-store.ts';

/**
 * A new version of the framework agreement: whoever accepted an older one stands before the gate again
 * (docs/calls.md 6). Answers its number.
 */
export async function publishTerms(
  ctx: Context,
  published: { text: string; userId: number },
): Promise<number> {
  const text = published.text.replace(/\r\n?/g, '\n').trim();
  const sha256 = hexHashOf(text);
  return ctx.db.inSystem((tx) =>
    insertTermsVersion(tx, { text, sha256, userId: published.userId, now: ctx.clock.now() }),
  );
}
