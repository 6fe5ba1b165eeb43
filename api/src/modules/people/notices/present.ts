import type { DataOf } from '#contract/endpoint.ts';
import {
  isLocked,
  isOfStaff,
  NOTICE_KINDS,
  NOTICE_RULES,
  type NoticeChannel,
} from '#contract/notice-kinds.ts';
import {
  NOTICE_ZONES,
  type listNotices,
  type NoticeZone,
  type readNoticeChoices,
} from '#contract/notices.ts';
import { wordsOf } from './notice-words.ts';
import type { OwnNotice } from './own-notice-store.ts';
import { wants } from './plan-notices.ts';
import type { OwnChoices } from './read-choices.ts';

export function presentNotice(one: OwnNotice): DataOf<typeof listNotices>[number] {
  const { title, text, path, action } = wordsOf(one.kind, one.facts, one);
  return {
    id: one.id,
    kind: one.kind,
    title,
    text,
    path,
    action,
    at: one.createdAt.toISOString(),
    read: one.readAt !== null,
    count: one.events,
  };
}

export const CHANNEL_TITLES: Readonly<Record<NoticeChannel, string>> = {
  cabinet: 'В кабинете',
  mail: 'Почта',
  push: 'Push',
  telegram: 'Telegram',
  max: 'MAX',
  sms: 'СМС',
};

const HINTS: Partial<Record<NoticeChannel, string>> = {
  mail: 'Подтвердите адрес почты в разделе «Мои данные»',
  push: 'Включите уведомления браузера в разделе «Мои данные», «Каналы»',
  telegram: 'Привяжите Telegram в разделе «Мои данные», «Каналы»',
  max: 'Привяжите MAX в разделе «Мои данные», «Каналы»',
};

/** A member of the staff chooses among what members hear, a client among what clients hear. */
export function presentChoices(
  own: OwnChoices,
  { isStaff, isClient }: { isStaff: boolean; isClient: boolean },
): DataOf<typeof readNoticeChoices> {
  const offered = own.channels.map((one) => one.channel);
  const { quiet, from, to, zone, digest, digestHour } = own.hours;
  return {
    channels: own.channels.map(({ channel, ready }) => ({
      channel,
      title: CHANNEL_TITLES[channel],
      ready,
      hint: ready ? null : hintOf(channel, isClient),
    })),
    kinds: NOTICE_KINDS.filter((kind) => (isOfStaff(kind) ? isStaff : isClient)).map((kind) => ({
      kind,
      group: NOTICE_RULES[kind].group,
      title: NOTICE_RULES[kind].title,
      channels: NOTICE_RULES[kind].channels
        .filter((channel) => offered.includes(channel))
        .map((channel) => ({
          channel,
          wanted: wants(own.chosen, own.userId, kind, channel),
          locked: isLocked(kind, channel),
        })),
    })),
    quiet: { on: quiet, from, to, zone: isZone(zone) ? zone : 'Europe/Moscow' },
    digest: { mode: digest, hour: digestHour },
  };
}

/** Members of the staff have the same panels below their choices. */
function hintOf(channel: NoticeChannel, isClient: boolean): string | null {
  const hint = HINTS[channel] ?? null;
  return isClient ? hint : (hint?.replace(/ в разделе .*$/, ' ниже на этой странице') ?? null);
}

function isZone(zone: string): zone is NoticeZone {
  return (NOTICE_ZONES as readonly string[]).includes(zone);
}
