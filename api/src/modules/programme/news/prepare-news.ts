import type { Context } from '../../../context.ts';
import { insertNews, lockNews } from './news-store.ts';
import { NEWS } from './news.ts';
import { sanitizeNews } from './sanitize-news.ts';

/** A programme without news begins with those of the operator's file, or with ours; from then on staff write them. */
export async function prepareNews(ctx: Context): Promise<void> {
  await ctx.db.inSystem(async (tx) => {
    if (!(await lockNews(tx))) return;
    const now = ctx.clock.now();
    for (const { date, title, html } of ctx.config.operator.news ?? NEWS)
      await insertNews(tx, { date, title, html: sanitizeNews(html), isHidden: false, userId: null, now });
  });
}
