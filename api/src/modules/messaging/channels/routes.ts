import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/messaging/channels.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { qrSquares } from '../../../lib/pdf/pdf-qr.ts';
import { beginLink } from './begin-link.ts';
import { listChannels } from './linked-channels.ts';
import { linkPush } from './link-push.ts';
import { presentChannels } from './present.ts';
import { receiveUpdate } from './receive-update.ts';
import { outboxRoutes } from './outbox-routes.ts';
import { unlinkChannel } from './unlink-channel.ts';

/** A messenger's servers call from few addresses for all chats; in production the limit of all calls is above this one. */
const UPDATES_PER_MINUTE = 3000;

export function channelRoutes(app: FastifyInstance, ctx: Context): void {
  const ownChannels = async (userId: number) => ({
    data: presentChannels(ctx.channels, await listChannels(ctx.db.system, userId)),
  });

  bind(app, ctx, calls.listChannels, ({ session }) => ownChannels(session.userId));

  bind(app, ctx, calls.beginChannelLink, async ({ body, session, from }) => {
    const { userId } = session;
    const { url, expiresAt } = await beginLink(ctx, { userId, channel: body.channel, ip: from.ip });
    return { data: { url, qr: qrSquares(url), expires_at: expiresAt.toISOString() } };
  });

  bind(app, ctx, calls.linkPush, async ({ body, session: { userId }, from }) => {
    const { title = 'Браузер', ...input } = body;
    await linkPush(ctx, { ...input, title, userId, ip: from.ip });
    return ownChannels(userId);
  });

  bind(app, ctx, calls.unlinkChannel, async ({ params, session: { userId }, from }) => {
    await unlinkChannel(ctx, { userId, id: params.id, ip: from.ip });
    return ownChannels(userId);
  });

  const habits = { perMinute: UPDATES_PER_MINUTE };
  bind(
    app,
    ctx,
    calls.hearTelegram,
    async ({ body, request: { headers } }) => {
      await receiveUpdate(ctx, { channel: 'telegram', headers, body });
      return { data: {} };
    },
    habits,
  );
  bind(
    app,
    ctx,
    calls.hearMax,
    async ({ body, request: { headers } }) => {
      await receiveUpdate(ctx, { channel: 'max', headers, body });
      return { data: {} };
    },
    habits,
  );

  outboxRoutes(app, ctx);
}
