import { INN_MESSAGES } from '#contract/inn.ts';
import type { Context } from '../../context.ts';
import { fieldRefusal, tooOften } from '../../errors.ts';
import type { CompanyState, RegistryCompany } from '../../gateways/company-registry/company-registry.ts';
import { allowance } from '../../lib/allowance.ts';
import { madeOnce } from '../../lib/made-once.ts';

const HOUR_SECONDS = 3600;

const lookupsOf = madeOnce(({ clock, config }: Context) =>
  allowance<number>(clock, config.registryLookupsPerHour, HOUR_SECONDS),
);

/**
 * Looks a company up by an INN whose control digits hold (the contract has looked at them). Refuses on `inn`: one that
 * the register does not know, and a company that can't join by itself. 429 to a user who has had too many looked up, for
 * the operator pays for each; what is known already is free. Throws RegistryUnavailable.
 */
export async function checkInn(ctx: Context, inn: string, userId: number): Promise<RegistryCompany> {
  const company = await ctx.registry.find(inn, () => {
    const wait = lookupsOf(ctx)(userId);
    if (wait > 0) throw tooOften(wait);
  });
  if (!company) throw fieldRefusal('inn', INN_MESSAGES.unknown);
  const problem = stateProblem(company.state, ctx.config.operator.phone);
  if (problem) throw fieldRefusal('inn', problem);
  return company;
}

/** A company that has ended is refused; one that is ending needs a person's decision (domain.md section 6). */
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
