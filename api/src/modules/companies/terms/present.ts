import type { DataOf } from '#contract/endpoint.ts';
import type { listAcceptances, listTerms } from '#contract/staff-terms.ts';
import type { Acceptance, StaffTermsVersion } from './staff-terms-store.ts';

export function presentVersion(one: StaffTermsVersion): DataOf<typeof listTerms>[number] {
  return {
    version: one.version,
    published: one.publishedAt.toISOString(),
    published_by: one.publisher,
    begins: one.begins.toISOString(),
    state: one.state,
    accepted: one.accepted,
    sha256: one.sha256,
  };
}

export function presentAcceptance({
  id,
  inn,
  title,
  acceptedAt,
  by,
}: Acceptance): DataOf<typeof listAcceptances>[number] {
  return { company: { id, inn, title }, accepted: acceptedAt?.toISOString() ?? null, by };
}
