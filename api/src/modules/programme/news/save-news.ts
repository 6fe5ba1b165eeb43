import type { Context } from '../../../context.ts';
import { fieldRefusal, notFound } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { insertNews, lockNewsItem, updateNews, type NewsRecord, sanitizeNews } from './news.ts';

export interface SavedNews {
  /** Null means a new one. */
  id: number | null;
  date: string;
  title: string;
  html: string;
  isHidden: boolean;
  userId: number;
  ip: string;
}

/**
 * Publishes or changes an item of news. Only staff see a hidden one. Only the safe part of its HTML is stored. Refuses:
 * `html` without any safe part; 404 no such item.
 */
export async function saveNews(ctx: Context, input: SavedNews): Promise<NewsRecord> {
  const { id, date, title, isHidden, userId, ip } = input;
  const html = sanitizeNews(input.html).trim();
  if (html === '') throw fieldRefusal('html', 'В тексте нет ничего, что можно показать');
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx) => {
    const before = id === null ? null : await lockNewsItem(tx, id);
    if (id !== null && !before) throw notFound('Новость не найдена');
    const written = { date, title, html, isHidden, userId, now };
    const saved = id === null ? await insertNews(tx, written) : await updateNews(tx, id, written);
    await recordEvent(tx, {
      at: now,
      what: 'news-changed',
      userId,
      ip,
      targets: [{ kind: 'news', id: saved.id }],
      ...(before && { before: { date: before.date, title: before.title, isHidden: before.isHidden } }),
      after: { date, title, isHidden },
    });
    return saved;
  });
}
