import type { RegistryCompany } from '../../../gateways/company-registry/company-registry.ts';

/** The register's data about a company, as stored with a request. */
export interface RegistryAnswer extends RegistryCompany {
  /** ISO 8601 */
  readAt: string;
}

export function writtenRegistry(company: RegistryCompany, now: Date): string {
  return JSON.stringify({ ...company, readAt: now.toISOString() } satisfies RegistryAnswer);
}
