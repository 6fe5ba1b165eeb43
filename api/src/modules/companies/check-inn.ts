import { INN_MESSAGES } from '#contract/inn.ts';
import type { Context } from '../../context.ts';
import { fieldRefusal } from '../../errors.ts';
import type { CompanyState, RegistryCompany } from '../../gateways/company-registry/company-registry.ts';

/**
 * Looks a company up by an INN whose control digits hold (the contract has looked at them). Refuses on `inn`: one that
 * the register does not know, and a company that can't join by itself. Throws RegistryUnavailable.
 */
export async function checkInn(ctx: Context, inn: string): Promise<RegistryCompany> {
  const company = await ctx.registry.find(inn);
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
