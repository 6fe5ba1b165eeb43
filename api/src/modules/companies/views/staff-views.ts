import { sql } from 'kysely';
import { type ViewList, MAX_VIEWS } from '#contract/companies/views.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { type SavedView, TOO_MANY_VIEWS } from './views.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';

/** A staff member's own views and those that others share, by list and name. */
export function listStaffViews(db: Db, userId: number): Promise<SavedView[]> {
  return rows(
    db,
    sql<SavedView>`
      select id, list, name, query, shared, author_id from staff_view
      where author_id = ${userId} or shared order by list, name, id`,
  );
}

async function countOtherStaffViews(
  db: Db,
  view: { userId: number; list: ViewList; name: string },
): Promise<number> {
  const { count } = await getOnlyRow(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from staff_view
      where author_id = ${view.userId} and list = ${view.list} and name <> ${view.name}`,
  );
  return count;
}

/** Adds a view, or replaces the person's own of the same name and list. */
function upsertStaffView(
  tx: Db,
  view: { userId: number; list: ViewList; name: string; query: string; shared: boolean; now: Date },
): Promise<SavedView> {
  return getOnlyRow(
    tx,
    sql<SavedView>`
      insert into staff_view (author_id, list, name, query, shared, saved_at)
      values (${view.userId}, ${view.list}, ${view.name}, ${view.query}, ${view.shared}, ${view.now})
      on conflict (author_id, list, name) do update
        set query = excluded.query, shared = excluded.shared, saved_at = excluded.saved_at
      returning id, list, name, query, shared, author_id`,
  );
}

/**
 * Removes a user's own view or a shared one, because a user who leaves the programme leaves shared views behind.
 * Returns false when there is none.
 */
export async function deleteStaffView(tx: Db, view: { id: number; userId: number }): Promise<boolean> {
  const removed = await firstRow(
    tx,
    sql<{ id: number }>`
      delete from staff_view where id = ${view.id} and (author_id = ${view.userId} or shared) returning id`,
  );
  return removed !== null;
}

/** Like `saveView`, for a list of the programme's staff. */
export function saveStaffView(
  ctx: Context,
  view: { userId: number; list: ViewList; name: string; query: string; shared: boolean },
): Promise<SavedView> {
  return ctx.db.inSystem(async (tx) => {
    if ((await countOtherStaffViews(tx, view)) >= MAX_VIEWS) throw conflict(TOO_MANY_VIEWS);
    return upsertStaffView(tx, { ...view, now: ctx.clock.now() });
  });
}
