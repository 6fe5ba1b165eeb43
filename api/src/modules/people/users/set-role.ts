import { sql } from 'kysely';
import type { Role } from '#contract/access.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { onlyRow, type Db } from '../../../db/database.ts';
import type { ColleagueRecord } from './colleague.ts';

/** Changes what a colleague may do. */
export async function setRole(
  tx: Db,
  args: { scope: CompanyScope; userId: number; role: Role },
): Promise<ColleagueRecord> {
  return onlyRow(
    tx,
    sql<ColleagueRecord>`
      update app_user set role = ${args.role} where id = ${args.userId} and company_id = ${args.scope.companyId}
      returning id, firstname, lastname, phone, role`,
  );
}
