import type { FastifyInstance } from 'fastify';
import { followChanges, STREAM_BEAT_SECONDS } from '#contract/messaging/live.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { announcements } from './announcements.ts';
import { liveStreams } from './live-streams.ts';

/** Streams end before the server stops taking requests, so that it need not wait for them. */
export function liveRoutes(app: FastifyInstance, ctx: Context): void {
  const streams = liveStreams(ctx);

  bind(app, ctx, followChanges, async ({ session }) => ({ events: await streams.open(session) }));

  const beat = setInterval(() => {
    streams
      .checkAfter()
      .catch((error: unknown) => ctx.log.error({ err: error }, 'streams were not looked after'));
  }, STREAM_BEAT_SECONDS * 1000);
  app.addHook('preClose', async () => {
    clearInterval(beat);
    streams.close();
    await announcements(ctx).close();
  });
}
