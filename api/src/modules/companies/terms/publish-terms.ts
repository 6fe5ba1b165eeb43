import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { hashSha256Hex } from '../../../lib/secrets.ts';
import { formatDateLong, moscowDay } from '../../../lib/money-format.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { insertTermsVersion, lockNewestTerms } from './terms.ts';

export interface PublishedTerms {
  text: string;
  /** Moment from which the terms are in force. Null means now. Until then the previous version is in force. */
  begins: Date | null;
  userId: number;
  ip: string;
}

/**
 * Publishes a new version of the framework agreement. From its first day, users of an older one must accept again
 * (docs/calls.md 6). Returns its number. Refuses on `begins` a day that is past, or before that of the version that is
 * announced already.
 */
export async function publishTerms(ctx: Context, published: PublishedTerms): Promise<number> {
  const text = published.text.replace(/\r\n?/g, '\n').trim();
  const sha256 = hashSha256Hex(text);
  const now = ctx.clock.now();
  const { userId, ip } = published;
  // A version that begins today is in force at once.
  const begins = published.begins && published.begins > now ? published.begins : now;
  if (published.begins && moscowDay(published.begins) < moscowDay(now))
    throw fieldRefusal('begins', 'Этот день уже прошёл');
  return ctx.db.inSystem(async (tx) => {
    const before = await lockNewestTerms(tx);
    if (before && before.begins > begins) {
      const day = formatDateLong(moscowDay(before.begins));
      throw fieldRefusal(
        'begins',
        `Редакция № ${before.version} начнётся ${day}: новая не может начаться раньше`,
      );
    }
    const version = await insertTermsVersion(tx, { text, sha256, begins, userId, now });
    await recordEvent(tx, {
      at: now,
      what: 'terms-published',
      userId,
      ip,
      targets: [{ kind: 'terms', id: version }],
      ...(before && { before: { version: before.version, sha256: before.sha256 } }),
      after: { version, sha256, begins: begins.toISOString() },
    });
    return version;
  });
}
