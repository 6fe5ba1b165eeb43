import type { EndpointData } from '#contract/endpoint.ts';
import {
  isLocked,
  isStaffNotice,
  NOTICE_KINDS,
  NOTICE_RULES,
  type NoticeChannel,
} from '#contract/messaging/notice-kinds.ts';
import {
  NOTICE_ZONES,
  type listNotices,
  type NoticeZone,
  type readNoticeChoices,
} from '#contract/messaging/notices.ts';
import { formatNotice } from './format-notice.ts';
import type { OwnNotice } from './own-notices.ts';
import { wantsNotice } from './plan-notices.ts';
import type { OwnChoices } from './notice-choices.ts';

export function presentNotice(ownNotice: OwnNotice): EndpointData<typeof listNotices>[number] {
  const { title, text, path, action } = formatNotice(ownNotice.kind, ownNotice.facts, ownNotice);
  return {
    id: ownNotice.id,
    kind: ownNotice.kind,
    title,
    text,
    path,
    action,
    at: ownNotice.createdAt.toISOString(),
    read: ownNotice.readAt !== null,
    count: ownNotice.events,
  };
}

const CHANNEL_TITLES: Readonly<Record<NoticeChannel, string>> = {
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

/** Presents the choices of kinds: those for staff to a staff member, those for clients to a client. */
export function presentChoices(
  own: OwnChoices,
  { isStaff, isClient }: { isStaff: boolean; isClient: boolean },
): EndpointData<typeof readNoticeChoices> {
  const offered = own.channels.map((channel) => channel.channel);
  const { quiet, from, to, zone, digest, digestHour } = own.hours;
  return {
    channels: own.channels.map(({ channel, ready }) => ({
      channel,
      title: CHANNEL_TITLES[channel],
      ready,
      hint: ready ? null : getHint(channel, isClient),
    })),
    kinds: NOTICE_KINDS.filter((kind) => (isStaffNotice(kind) ? isStaff : isClient)).map((kind) => ({
      kind,
      group: NOTICE_RULES[kind].group,
      title: NOTICE_RULES[kind].title,
      channels: NOTICE_RULES[kind].channels
        .filter((channel) => offered.includes(channel))
        .map((channel) => ({
          channel,
          wanted: wantsNotice(own.chosen, own.userId, kind, channel),
          locked: isLocked(kind, channel),
        })),
    })),
    quiet: { on: quiet, from, to, zone: isZone(zone) ? zone : 'Europe/Moscow' },
    digest: { mode: digest, hour: digestHour },
  };
}

/** Members of the staff have the same panels below their choices. */
function getHint(channel: NoticeChannel, isClient: boolean): string | null {
  const hint = HINTS[channel] ?? null;
  return isClient ? hint : (hint?.replace(/ в разделе .*$/, ' ниже на этой странице') ?? null);
}

function isZone(zone: string): zone is NoticeZone {
  return (NOTICE_ZONES as readonly string[]).includes(zone);
}
