import type { COMPANY_STATES } from '#contract/values/registry.ts';

/** Facts of the State's register about a company or a sole trader. */
export interface RegistryCompany {
  inn: string;
  /** Null for a sole trader, who has none. */
  kpp: string | null;
  ogrn: string;
  /** Title as it is shown and printed, with its legal form: `ООО «Дальний рейс»`, `ИП Соколов Андрей Петрович`. */
  title: string;
  /** `ООО`, `АО`, `ПАО`, `ИП` … */
  legalForm: string;
  /** Surname, name, patronymic of the company's director; for a sole trader the trader's own. Null if the register hides the name. */
  director: string | null;
  /** A part that the register lacks is an empty string. */
  address: { city: string; street: string; house: string };
  state: CompanyState;
  /** Phones as `7XXXXXXXXXX`, from the register or the paid service; often none. */
  phones: readonly string[];
}

export type CompanyState = (typeof COMPANY_STATES)[number];

export interface CompanyRegistry {
  /**
   * `inn` has 10 or 12 digits whose control digits are correct: the caller checks them first (docs/calls.md 3).
   * Null when there is no such company. Throws RegistryUnavailable when that is unknown. `beforeAsking` is called
   * before a paid service is asked, not when the answer is already known; if it throws, the service is not asked.
   */
  find(inn: string, beforeAsking?: () => void): Promise<RegistryCompany | null>;
}

export class RegistryUnavailable extends Error {
  override readonly name = 'RegistryUnavailable';
}
