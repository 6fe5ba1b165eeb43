import type { FastifyInstance } from 'fastify';
import { listNews } from '#contract/news.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { NEWS } from './news.ts';
import { sanitizeNews } from './sanitize-news.ts';

export function newsRoutes(app: FastifyInstance, ctx: Context): void {
  // The operator's news, or ours; read and sanitised once.
  const said = ctx.config.operator.news ?? NEWS;
  const news = said
    .map((item) => ({ ...item, html: sanitizeNews(item.html) }))
    .toSorted((one, other) => other.date.localeCompare(one.date));

  bind(app, ctx, listNews, async () => ({ data: news }));
}
