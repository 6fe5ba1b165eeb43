import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';

/** The calls of spec section 7 name the company in their path. For the caller only their own exists. */
export function assertOwnCompany(scope: CompanyScope, companyId: number): void {
  if (companyId !== scope.companyId) throw notFound('Компания не найдена');
}
