import type { Context } from '../../../context.ts';
import { insertNews, lockNews } from './news-store.ts';
import { NEWS } from './news.ts';
import { sanitizeNews } from './sanitize-news.ts';

/**
 * A programme without news begins with those of the operator's file, or with ours; from then on staff write them. Ours are
 * published in the demonstration alone: a real programme has them as hidden drafts for its staff to edit.
 */
export async function prepareNews(ctx: Context): Promise<void> {
  await ctx.db.inSystem(async (tx) => {
    if (!(await lockNews(tx))) return;
    const now = ctx.clock.now();
    const { demo, operator } = ctx.config;
    const isHidden = !demo && operator.news === undefined;
    for (const { date, title, html } of operator.news ?? NEWS)
      await insertNews(tx, { date, title, html: sanitizeNews(html), isHidden, userId: null, now });
  });
}
