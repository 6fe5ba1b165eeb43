import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { findCurrentTerms, insertAcceptance, lockCompanyTerms } from './terms.ts';
import type { CallOrigin } from '../../../http/call.ts';

export interface TermsConsent {
  scope: CompanyScope;
  userId: number;
  /** The version that the user has read, if the client sends it. */
  readVersion: number | null;
  from: CallOrigin;
}

/**
 * Accepts the current framework agreement for the company and saves the evidence: version, hash of the exact text,
 * time, user, address, browser. The company's contract is made for it. Accepting again changes nothing. 409 when a newer version than the read one is out.
 */
export async function acceptTerms(
  ctx: Context,
  { scope, userId, readVersion, from }: TermsConsent,
): Promise<Date> {
  const now = ctx.clock.now();
  return ctx.db.inCompany(scope, async (tx) => {
    const accepted = await lockCompanyTerms(tx, scope);
    const current = await findCurrentTerms(tx, now);
    if (!current) throw notFound('Соглашение ещё не опубликовано');
    if (readVersion !== null && readVersion !== current.version) {
      throw conflict('Вышла новая редакция соглашения. Прочитайте её и примите');
    }
    if (accepted.version === current.version && accepted.acceptedAt) return accepted.acceptedAt;
    const { version, sha256 } = current;
    await insertAcceptance(tx, scope, { version, sha256, userId, ...from, now });
    await recordEvent(tx, {
      at: now,
      what: 'terms-accepted',
      userId,
      companyId: scope.companyId,
      ip: from.ip,
      details: { version, sha256 },
    });
    const { companyId } = scope;
    await enqueueJob(tx, 'make-contract', { companyId }, { key: `contract:${companyId}` });
    return now;
  });
}
