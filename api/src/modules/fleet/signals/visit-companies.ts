import type { Context } from '../../../context.ts';
import { mintCompanyScope, type CompanyScope } from '../../../db/company-scope.ts';

/** Does some work for each of these companies. Where it fails the others do not wait for it; the first failure is thrown at the end. */
export async function visitCompanies<Due extends { company_id: number }>(
  { log }: Pick<Context, 'log'>,
  due: readonly Due[],
  work: (scope: CompanyScope, one: Due) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const one of due) {
    try {
      await work(mintCompanyScope(one.company_id), one);
    } catch (error) {
      log.error({ err: error, companyId: one.company_id }, 'what looks wrong could not be looked after');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
