import { VIEWS_MOST, type ViewList } from '#contract/views.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { TOO_MANY_VIEWS } from './save-view.ts';
import { countOtherStaffViews, upsertStaffView } from './staff-view-store.ts';
import type { SavedView } from './view-store.ts';

/** As `saveView`, for a list of the programme's staff. */
export function saveStaffView(
  ctx: Context,
  view: { userId: number; list: ViewList; name: string; query: string; shared: boolean },
): Promise<SavedView> {
  return ctx.db.inSystem(async (tx) => {
    if ((await countOtherStaffViews(tx, view)) >= VIEWS_MOST) throw conflict(TOO_MANY_VIEWS);
    return upsertStaffView(tx, { ...view, now: ctx.clock.now() });
  });
}
