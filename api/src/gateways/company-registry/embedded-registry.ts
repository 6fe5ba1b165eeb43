import { setTimeout as pause } from 'node:timers/promises';
import { innProblem } from '#contract/values/inn.ts';
import { RegistryUnavailable, type CompanyRegistry } from './company-registry.ts';
import { DEMONSTRATION_COMPANIES, INN_OF_REGISTRY_FAILURE } from './demonstration-companies.ts';
import { inventCompany, isInventedInn } from './invent-company.ts';

/** Delay of an answer, as with a real registry; 0 in tests. */
export interface EmbeddedRegistryOptions {
  delayMs: number;
}

/** Knows only the demonstration companies and all of tax region 00 (docs/calls.md 8). */
export function embeddedRegistry({ delayMs }: EmbeddedRegistryOptions): CompanyRegistry {
  const known = new Map(DEMONSTRATION_COMPANIES.map((company) => [company.inn, company]));
  return {
    async find(inn) {
      if (delayMs > 0) await pause(delayMs);
      if (inn === INN_OF_REGISTRY_FAILURE)
        throw new RegistryUnavailable('embedded registry: fails for this INN');
      if (innProblem(inn)) return null;
      return known.get(inn) ?? (isInventedInn(inn) ? inventCompany(inn) : null);
    },
  };
}
