import type { RegistryCompany } from '../../../gateways/company-registry/company-registry.ts';

/** What the register said of a company, as it is kept with a request. */
export interface RegistryAnswer extends RegistryCompany {
  /** ISO 8601 */
  readAt: string;
}

export function writtenRegistry(company: RegistryCompany, now: Date): string {
  return JSON.stringify({ ...company, readAt: now.toISOString() } satisfies RegistryAnswer);
}
