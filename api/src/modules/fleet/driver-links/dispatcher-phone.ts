import { sql } from 'kysely';
import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, type Db } from '../../../db/database.ts';

/** Returns the number that drivers of the company ring, as its digits. Null means that it gave none. */
export async function findDispatcherPhone(db: Db, { companyId }: CompanyScope): Promise<string | null> {
  const row = await firstRow(
    db,
    sql<{ phone: string }>`select phone from dispatcher_phone where company_id = ${companyId}`,
  );
  return row?.phone ?? null;
}

/** Sets the number on the page of every driver of the company. Null takes it away. */
export async function setDispatcherPhone(
  ctx: Context,
  scope: CompanyScope,
  { phone, by }: { phone: string | null; by: number },
): Promise<void> {
  const { companyId } = scope;
  const now = ctx.clock.now();
  await ctx.db.inCompany(scope, async (tx) => {
    const before = await findDispatcherPhone(tx, scope);
    if (phone === null) await sql`delete from dispatcher_phone where company_id = ${companyId}`.execute(tx);
    else
      await sql`
        insert into dispatcher_phone (company_id, phone, changed_at, changed_by)
        values (${companyId}, ${phone}, ${now}, ${by})
        on conflict (company_id) do update set phone = excluded.phone, changed_at = excluded.changed_at,
          changed_by = excluded.changed_by`.execute(tx);
    recordChange(tx, { before: { phone: before }, after: { phone } });
  });
}
