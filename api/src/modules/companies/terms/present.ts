import type { EndpointData } from '#contract/endpoint.ts';
import type { listAcceptances, listTerms } from '#contract/companies/staff-terms.ts';
import type { Acceptance, StaffTermsVersion } from './staff-terms-store.ts';

export function presentVersion(staffTermsVersion: StaffTermsVersion): EndpointData<typeof listTerms>[number] {
  return {
    version: staffTermsVersion.version,
    published: staffTermsVersion.publishedAt.toISOString(),
    published_by: staffTermsVersion.publisher,
    begins: staffTermsVersion.begins.toISOString(),
    state: staffTermsVersion.state,
    accepted: staffTermsVersion.accepted,
    sha256: staffTermsVersion.sha256,
  };
}

export function presentAcceptance({
  id,
  inn,
  title,
  acceptedAt,
  by,
}: Acceptance): EndpointData<typeof listAcceptances>[number] {
  return { company: { id, inn, title }, accepted: acceptedAt?.toISOString() ?? null, by };
}
