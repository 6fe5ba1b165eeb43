import type { Role } from '#contract/access.ts';
import {
  isLocked,
  isUsual,
  MESSAGE_CHANNELS_OF_NOTICES,
  NOTICE_RULES,
  type RecipientGroup,
  type MessageChannel,
  type NoticeChannel,
  type NoticeKind,
} from '#contract/messaging/notice-kinds.ts';
import { BURST_MINUTES } from './format-gathered-notice.ts';
import { choiceKey, type Recipient } from './recipient-store.ts';
import { getDueTime, USUAL_HOURS } from './hours.ts';
import type { PendingNoticeEvent } from './notice-event-store.ts';
import { recentKey, type Addition, type PlannedNotice, type Recent } from './notice-store.ts';

/** Number of notices of a kind sent one by one within ten minutes. Later ones are gathered. */
export const SINGLE_NOTICES = 5;

export interface NoticeSituation {
  hearers: readonly Recipient[];
  choices: ReadonlyMap<string, boolean>;
  /** People who can be reached over each of this portal's message channels. */
  reachable: ReadonlyMap<MessageChannel, ReadonlySet<number>>;
  recent: ReadonlyMap<string, Recent>;
  now: Date;
}

const ROLES: Record<RecipientGroup, readonly Role[]> = {
  admins: ['admin'],
  'admins-and-person': ['admin'],
  // Roles that may own it.
  owner: ['admin', 'manager'],
  actors: ['admin', 'manager'],
  everybody: ['admin', 'manager', 'specialist'],
  person: [],
};

export function listNotifiedRoles(kind: NoticeKind): readonly Role[] {
  return ROLES[NOTICE_RULES[kind].hears];
}

/** Kinds whose emails are written by the action itself. */
const MAILED_BY_ACTION: ReadonlySet<NoticeKind> = new Set([
  'order-rejected',
  'order-withdrawn',
  'cards-ready',
  'month-documents',
  'colleague',
  'security',
]);

export interface Plan {
  fresh: PlannedNotice[];
  /** Additions to notices that are written already. */
  more: Addition[];
}

/** Plans the recipients of each event and their messages, in the order of the events. */
export function planNotices(events: readonly PendingNoticeEvent[], situation: NoticeSituation): Plan {
  const flow = openFlow(situation);
  const eventsByCompany = Map.groupBy(situation.hearers, (hearer) => hearer.companyId);
  const byId = new Map(situation.hearers.map((hearer) => [hearer.id, hearer]));
  for (const event of events) {
    for (const recipient of candidates(event)) {
      if (!isRecipient(recipient, event)) continue;
      const channels = chooseChannels(recipient, event, situation);
      if (channels.length > 0) flow.take(event, recipient, channels);
    }
  }
  return flow.plan;

  function candidates({ companyId, userId }: PendingNoticeEvent): readonly Recipient[] {
    const named = userId === null ? undefined : byId.get(userId);
    if (companyId === null) return named ? [named] : [...byId.values()];
    const colleagues = eventsByCompany.get(companyId) ?? [];
    return named && !colleagues.some(({ id }) => id === named.id) ? [...colleagues, named] : colleagues;
  }
}

function isRecipient({ id, companyId, role }: Recipient, event: PendingNoticeEvent): boolean {
  const { kind } = event;
  const isNamed = id === event.userId;
  // A person who has just left is still notified of that.
  if (isNamed && NOTICE_RULES[kind].hears === 'admins-and-person') return true;
  if (event.companyId === null) return event.userId === null && role !== 'none';
  if (NOTICE_RULES[kind].hears === 'owner' && companyId === event.companyId)
    return event.userId === null ? role === 'admin' : isNamed;
  return (
    companyId === event.companyId && role !== 'none' && (isNamed || listNotifiedRoles(kind).includes(role))
  );
}

function chooseChannels(
  recipient: Recipient,
  { kind, facts }: PendingNoticeEvent,
  { choices, reachable }: NoticeSituation,
): NoticeChannel[] {
  return NOTICE_RULES[kind].channels.filter((channel) => {
    if ('channels' in facts && !facts.channels.includes(channel)) return false;
    const isOut = channel !== 'cabinet';
    if (isOut && !reachable.get(channel)?.has(recipient.id)) return false;
    if (channel === 'mail' && MAILED_BY_ACTION.has(kind)) return false;
    return wantsNotice(choices, recipient.id, kind, channel);
  });
}

export function wantsNotice(
  choices: ReadonlyMap<string, boolean>,
  userId: number,
  kind: NoticeKind,
  channel: NoticeChannel,
): boolean {
  if (isLocked(kind, channel)) return true;
  return choices.get(choiceKey(userId, kind, channel)) ?? isUsual(kind, channel);
}

/** Counts the notices of a kind to a person, and gathers those above the limit. */
function openFlow({ recent, now }: NoticeSituation) {
  const plan: Plan = { fresh: [], more: [] };
  const counts = new Map<string, number>();
  const open = new Map<string, { events: number; sumKopecks: number }>();

  function take(event: PendingNoticeEvent, recipient: Recipient, channels: readonly NoticeChannel[]): void {
    const key = recentKey(recipient.id, event.kind, event.companyId);
    const { gathers } = NOTICE_RULES[event.kind];
    const burst = gathers ? (open.get(key) ?? openEarlier(key)) : null;
    if (burst) {
      burst.events += 1;
      burst.sumKopecks += getSum(event);
      return;
    }
    const noticeCount = (counts.get(key) ?? recent.get(key)?.count ?? 0) + 1;
    counts.set(key, noticeCount);
    const isMany = gathers && noticeCount > SINGLE_NOTICES;
    const burstUntil = isMany ? new Date(now.getTime() + BURST_MINUTES * 60_000) : null;
    const notice = newNotice(event, recipient, { channels, burstUntil, now });
    if (isMany) open.set(key, notice);
    plan.fresh.push(notice);
  }

  function openEarlier(key: string): Addition | null {
    const id = recent.get(key)?.openId;
    if (!id) return null;
    const addition = { id, events: 0, sumKopecks: 0 };
    plan.more.push(addition);
    open.set(key, addition);
    return addition;
  }

  return { plan, take };
}

function newNotice(
  event: PendingNoticeEvent,
  recipient: Recipient,
  { channels, burstUntil, now }: { channels: readonly NoticeChannel[]; burstUntil: Date | null; now: Date },
): PlannedNotice {
  const { kind, facts, userId } = event;
  const { urgent } = NOTICE_RULES[kind];
  const due = getDueTime(recipient.hours ?? USUAL_HOURS, { now, urgent, burstUntil });
  return {
    kind,
    userId: recipient.id,
    // A person who has left the company still sees what concerns them.
    companyId: recipient.companyId === event.companyId ? event.companyId : null,
    ofUserId: userId,
    facts,
    events: 1,
    sumKopecks: getSum(event),
    burstUntil,
    inCabinet: channels.includes('cabinet'),
    messages: MESSAGE_CHANNELS_OF_NOTICES.filter((messageChannelsOfNotice) =>
      channels.includes(messageChannelsOfNotice),
    ).map((channel) => ({
      channel,
      ...due,
    })),
  };
}

function getSum({ facts }: PendingNoticeEvent): number {
  return 'sumKopecks' in facts ? facts.sumKopecks : 0;
}
