import { VIEWS_MOST, type ViewList } from '#contract/views.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict } from '../../../errors.ts';
import { countOtherViews, upsertView, type SavedView } from './view-store.ts';

export const TOO_MANY_VIEWS = `У этого списка уже ${VIEWS_MOST} ваших видов: удалите ненужный`;

/** Saves a view, or replaces the person's own of the same name and list; 409 when he keeps too many of them. */
export function saveView(
  ctx: Context,
  {
    scope,
    ...view
  }: { scope: CompanyScope; userId: number; list: ViewList; name: string; query: string; shared: boolean },
): Promise<SavedView> {
  return ctx.db.inCompany(scope, async (tx) => {
    if ((await countOtherViews(tx, scope, view)) >= VIEWS_MOST) {
      throw conflict(TOO_MANY_VIEWS);
    }
    return upsertView(tx, scope, { ...view, now: ctx.clock.now() });
  });
}
