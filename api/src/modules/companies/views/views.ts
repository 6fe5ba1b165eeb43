import { sql } from 'kysely';
import { type ViewList, MAX_VIEWS } from '#contract/companies/views.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';

export interface SavedView {
  id: number;
  list: ViewList;
  name: string;
  query: string;
  shared: boolean;
  author_id: number;
}

/** A person's own views and those that colleagues share, by list and name. */
export function listViews(db: Db, scope: CompanyScope, userId: number): Promise<SavedView[]> {
  return rows(
    db,
    sql<SavedView>`
      select id, list, name, query, shared, author_id from saved_view
      where company_id = ${scope.companyId} and (author_id = ${userId} or shared)
      order by list, name, id`,
  );
}

async function countOtherViews(
  db: Db,
  scope: CompanyScope,
  view: { userId: number; list: ViewList; name: string },
): Promise<number> {
  const { count } = await getOnlyRow(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from saved_view
      where company_id = ${scope.companyId} and author_id = ${view.userId} and list = ${view.list} and name <> ${view.name}`,
  );
  return count;
}

/** Adds a view, or replaces the person's own of the same name and list. */
function upsertView(
  tx: Db,
  scope: CompanyScope,
  view: { userId: number; list: ViewList; name: string; query: string; shared: boolean; now: Date },
): Promise<SavedView> {
  return getOnlyRow(
    tx,
    sql<SavedView>`
      insert into saved_view (company_id, author_id, list, name, query, shared, saved_at)
      values (${scope.companyId}, ${view.userId}, ${view.list}, ${view.name}, ${view.query}, ${view.shared}, ${view.now})
      on conflict (company_id, author_id, list, name) do update
        set query = excluded.query, shared = excluded.shared, saved_at = excluded.saved_at
      returning id, list, name, query, shared, author_id`,
  );
}

/** Removes a person's own view, with `orShared` a colleague's shared one too; false when there is none. */
export async function deleteView(
  tx: Db,
  scope: CompanyScope,
  view: { id: number; userId: number; orShared: boolean },
): Promise<boolean> {
  const removed = await firstRow(
    tx,
    sql<{ id: number }>`
      delete from saved_view
      where id = ${view.id} and company_id = ${scope.companyId}
        and (author_id = ${view.userId} or (shared and ${view.orShared})) returning id`,
  );
  return removed !== null;
}

export const TOO_MANY_VIEWS = `У этого списка уже ${MAX_VIEWS} ваших видов: удалите ненужный`;

/** Saves a view, or replaces the user's own of the same name and list. 409 when the user has too many of them. */
export function saveView(
  ctx: Context,
  {
    scope,
    ...view
  }: { scope: CompanyScope; userId: number; list: ViewList; name: string; query: string; shared: boolean },
): Promise<SavedView> {
  return ctx.db.inCompany(scope, async (tx) => {
    if ((await countOtherViews(tx, scope, view)) >= MAX_VIEWS) {
      throw conflict(TOO_MANY_VIEWS);
    }
    return upsertView(tx, scope, { ...view, now: ctx.clock.now() });
  });
}
