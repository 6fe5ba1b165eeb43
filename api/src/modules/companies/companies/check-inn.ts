import { INN_MESSAGES } from '#contract/values/inn.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal, tooOften } from '../../../errors.ts';
import type { CompanyState, RegistryCompany } from '../../../gateways/company-registry/company-registry.ts';
import { slidingWindowLimit } from '../../../lib/turns/sliding-window-limit.ts';
import { memoizePerOwner } from '../../../lib/turns/memoize-per-owner.ts';
import { findContacts } from '../../programme/contacts/contacts.ts';

const HOUR_SECONDS = 3600;

const getLookups = memoizePerOwner(({ clock, config }: Context) =>
  slidingWindowLimit<number>(clock, config.registryLookupsPerHour, HOUR_SECONDS),
);

/**
 * Finds a company by an INN whose control digits are right (the contract checks them). Refuses on `inn` an unknown
 * company and one that cannot join on its own. 429 after too many lookups by one user, because the operator pays for
 * each. Known companies cost nothing. Throws RegistryUnavailable.
 */
export async function checkInn(ctx: Context, inn: string, userId: number): Promise<RegistryCompany> {
  const company = await ctx.registry.find(inn, () => {
    const wait = getLookups(ctx)(userId);
    if (wait > 0) throw tooOften(wait);
  });
  if (!company) throw fieldRefusal('inn', INN_MESSAGES.unknown);
  const problem = stateProblem(company.state, (await findContacts(ctx)).phone);
  if (problem) throw fieldRefusal('inn', problem);
  return company;
}

/** A dissolved company is refused; one in liquidation needs a person's decision (docs/facts.md 6). */
function stateProblem(state: CompanyState, phone: string): string | null {
  switch (state) {
    case 'liquidated':
      return 'Компания с этим ИНН ликвидирована';
    case 'bankrupt':
      return `Компания с этим ИНН признана банкротом. Чтобы подключиться, позвоните нам: ${phone}`;
    case 'liquidating':
      return `Компания с этим ИНН ликвидируется. Чтобы подключиться, позвоните нам: ${phone}`;
    case 'active':
    case 'reorganizing':
      return null;
  }
}
