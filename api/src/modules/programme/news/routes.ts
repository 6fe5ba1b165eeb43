import type { FastifyInstance } from 'fastify';
import { listNews } from '#contract/programme/news.ts';
import * as staffCalls from '#contract/programme/staff-programme.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { listNewsRecords, type NewsRecord, sanitizeNews } from './news.ts';
import { saveHolidayNotice } from './holiday-notice.ts';
import { saveNews } from './save-news.ts';

export function newsRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, listNews, async () => {
    const news = await listNewsRecords(ctx.db.system, { hiddenToo: false });
    return { data: news.map(({ date, title, html }) => ({ date, title, html })) };
  });

  bind(app, ctx, staffCalls.listStaffNews, async () => ({
    data: (await listNewsRecords(ctx.db.system, { hiddenToo: true })).map(presentStaffNews),
  }));

  bind(app, ctx, staffCalls.previewNews, async ({ body }) => ({ data: { html: sanitizeNews(body.html) } }));

  bind(app, ctx, staffCalls.addNews, async ({ body, session, from }) => {
    const { hidden = false, ...input } = body;
    const by = { userId: session.userId, ip: from.ip };
    return { data: presentStaffNews(await saveNews(ctx, { id: null, isHidden: hidden, ...input, ...by })) };
  });

  bind(app, ctx, staffCalls.changeNews, async ({ params, body, session, from }) => {
    const { hidden = false, ...input } = body;
    const by = { userId: session.userId, ip: from.ip };
    return {
      data: presentStaffNews(await saveNews(ctx, { id: params.id, isHidden: hidden, ...input, ...by })),
    };
  });

  bind(app, ctx, staffCalls.putHolidayNotice, async ({ body, session, from }) => {
    const { title, text, from: first = null, to: last = null } = body;
    await saveHolidayNotice(ctx, { title, text, from: first, to: last, userId: session.userId, ip: from.ip });
    return { data: {} };
  });
}

function presentStaffNews({ id, date, title, html, isHidden }: NewsRecord) {
  return { id, date, title, html, hidden: isHidden };
}
