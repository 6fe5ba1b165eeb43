import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/messaging/notices.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { toPagination } from '../../../http/to-pagination.ts';
import type { Session } from '../../../http/session.ts';
import { chooseNotice, readChoices } from './notice-choices.ts';
import { countUnread, findNotices, type Reader, readNotices } from './own-notices.ts';
import { presentChoices, presentNotice } from './present.ts';
import { setHours } from './set-hours.ts';

export function noticeRoutes(app: FastifyInstance, ctx: Context): void {
  const { system } = ctx.db;

  bind(app, ctx, calls.listNotices, async ({ query, session }) => {
    const reader = toReader(session);
    const { found, total } = await findNotices(system, reader, query);
    return {
      data: found.map(presentNotice),
      meta: { ...toPagination(query, total), unread: await countUnread(system, reader) },
    };
  });

  bind(app, ctx, calls.countNotices, async ({ session }) => ({
    data: { unread: await countUnread(system, toReader(session)) },
  }));

  bind(app, ctx, calls.readNotice, async ({ body, session }) => ({
    data: { unread: await readNotices(ctx, toReader(session), body) },
  }));

  choiceRoutes(app, ctx);
}

function choiceRoutes(app: FastifyInstance, ctx: Context): void {
  const own = async ({ userId, staffRole, company }: Session) => ({
    data: presentChoices(await readChoices(ctx, userId), {
      isStaff: staffRole !== null,
      isClient: company !== null || staffRole === null,
    }),
  });

  bind(app, ctx, calls.readNoticeChoices, ({ session }) => own(session));

  bind(app, ctx, calls.chooseNotice, async ({ body, session, from }) => {
    await chooseNotice(ctx, { ...body, userId: session.userId, ip: from.ip });
    return own(session);
  });

  bind(app, ctx, calls.setNoticeHours, async ({ body, session, from }) => {
    const { quiet, from: begins, to, zone, digest, hour } = body;
    const hours = { quiet, from: begins, to, zone, digest, digestHour: hour };
    await setHours(ctx, { userId: session.userId, hours, ip: from.ip });
    return own(session);
  });
}

function toReader({ userId, company }: Session): Reader {
  return { userId, companyId: company?.id ?? null };
}
