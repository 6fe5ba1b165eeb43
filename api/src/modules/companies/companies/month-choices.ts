import { sql } from 'kysely';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { listIds, type CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';

/** Steps that the months of a company do without. */
export interface MonthChoices {
  noMileage: boolean;
  noWaybills: boolean;
}

/** Returns the choices of those companies that do without a step. The other companies take every step. */
export async function listMonthChoices(
  db: Db,
  scopes: readonly CompanyScope[],
): Promise<Map<number, MonthChoices>> {
  const found = await rows(
    db,
    sql<MonthChoices & { id: number }>`
      select id, no_mileage_since is not null as "noMileage", no_waybills_since is not null as "noWaybills"
      from company
      where id = any(${listIds(scopes)}::bigint[]) and coalesce(no_mileage_since, no_waybills_since) is not null`,
  );
  return new Map(found.map(({ id, ...choices }) => [id, choices]));
}

/** Sets which steps the months of the company do without. A choice that stays keeps its time. */
export async function setMonthChoices(
  ctx: Context,
  args: { scope: CompanyScope; choices: MonthChoices; userId: number; ip: string },
): Promise<void> {
  const { scope, choices, userId, ip } = args;
  const now = ctx.clock.now();
  await ctx.db.inCompany(scope, async (tx) => {
    const before = await firstRow(
      tx,
      sql<MonthChoices>`
        select no_mileage_since is not null as "noMileage", no_waybills_since is not null as "noWaybills"
        from company where id = ${scope.companyId} for no key update`,
    );
    if (!before) return;
    if (before.noMileage === choices.noMileage && before.noWaybills === choices.noWaybills) return;
    await sql`
      update company set
        no_mileage_since = case when ${choices.noMileage} then coalesce(no_mileage_since, ${now}) end,
        no_waybills_since = case when ${choices.noWaybills} then coalesce(no_waybills_since, ${now}) end
      where id = ${scope.companyId}`.execute(tx);
    await recordEvent(tx, {
      at: now,
      what: 'month-choices-changed',
      userId,
      companyId: scope.companyId,
      ip,
      before: { ...before },
      after: { ...choices },
    });
  });
}
