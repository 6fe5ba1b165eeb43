import { NOTICE_RULES } from '#contract/messaging/notice-kinds.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { enqueueJobs } from '../../../queue/enqueue-job.ts';
import { listSenders } from './channel-senders.ts';
import { BURST_MINUTES } from './format-gathered-notice.ts';
import { listChoices, listRecipients } from './recipient-store.ts';
import { requestLanes, hasDueLanes } from './lane-store.ts';
import { insertMessages } from './message-store.ts';
import {
  hasPendingEvents,
  takeTurn,
  takePendingEvents,
  type PendingNoticeEvent,
} from './notice-event-store.ts';
import { addToNotices, insertNotices, listRecent } from './notice-store.ts';
import { planNotices, type Plan, type NoticeSituation } from './plan-notices.ts';

/** Events of one transaction. */
const MAX_EVENTS = 500;
const MAX_LANES = 500;
/** A job that was asked for and never came is asked for again after this. */
const REQUEST_SECONDS = 60;

/**
 * Expands events to their recipients, in the order of the events, and queues the jobs that send what is due: now, after
 * quiet hours, after a failure. A turn that finds nothing writes nothing.
 */
export async function expandNotices(ctx: Context): Promise<void> {
  while (await hasPendingEvents(ctx.db.system)) if ((await expandBatch(ctx)) < MAX_EVENTS) break;
  const now = ctx.clock.now();
  if (!(await hasDueLanes(ctx.db.system, now))) return;
  await ctx.db.inSystem(async (tx) => {
    const askedUntil = new Date(now.getTime() + REQUEST_SECONDS * 1000);
    const lanes = await requestLanes(tx, { now, askedUntil, max: MAX_LANES });
    await enqueueJobs(tx, 'send-notices', lanes, ({ userId, channel }) => `notices:${userId}:${channel}`);
  });
}

/** Returns how many events were expanded. */
function expandBatch(ctx: Context): Promise<number> {
  return ctx.db.inSystem(async (tx) => {
    if (!(await takeTurn(tx))) return 0;
    const now = ctx.clock.now();
    const events = await takePendingEvents(tx, { max: MAX_EVENTS, now });
    if (events.length > 0) await write(tx, planNotices(events, await readSituation(tx, events, now)), now);
    return events.length;
  });
}

async function readSituation(
  tx: Db,
  events: readonly PendingNoticeEvent[],
  now: Date,
): Promise<NoticeSituation> {
  const hearers = await listRecipients(tx, {
    companyIds: distinct(events.map((event) => event.companyId)),
    userIds: distinct(events.map((event) => event.userId)),
    everybody: events.some((event) => event.companyId === null && event.userId === null),
  });
  const userIds = hearers.map((hearer) => hearer.id);
  const reachable: NoticeSituation['reachable'] = new Map(
    await Promise.all(
      listSenders().map(async ([channel, sender]) => [channel, await sender.reachable(tx, userIds)] as const),
    ),
  );
  const kinds = [...new Set(events.map((event) => event.kind))].filter((kind) => NOTICE_RULES[kind].gathers);
  const since = new Date(now.getTime() - BURST_MINUTES * 60_000);
  const recent = kinds.length === 0 ? new Map() : await listRecent(tx, { userIds, kinds, since, now });
  return { hearers, choices: await listChoices(tx, userIds), reachable, recent, now };
}

function distinct(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids.filter((value) => value !== null))];
}

async function write(tx: Db, { fresh, more }: Plan, now: Date): Promise<void> {
  await addToNotices(tx, more);
  const ids = await insertNotices(tx, fresh, now);
  await insertMessages(
    tx,
    fresh.flatMap(({ userId, messages }, index) =>
      messages.map((message) => ({ ...message, userId, noticeId: ids[index] as number })),
    ),
    now,
  );
}
