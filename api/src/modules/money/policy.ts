import type { CompanyScope } from '../../db/company-scope.ts';
import { notFound } from '../../errors.ts';

/** The calls of spec section 7 name the company in their path; any but the caller's own does not exist to him. */
export function assertOwnCompany(scope: CompanyScope, companyId: number): void {
  if (companyId !== scope.companyId) throw notFound('Компания не найдена');
}
