import type { z } from 'zod';
import {
  NOTICE_GROUPS,
  type NoticeChannel,
  type NoticeGroup,
  type NoticeKind,
} from '#contract/messaging/notice-kinds.ts';
import type { readNoticeChoices } from '#contract/messaging/notices.ts';

export type Choices = z.output<NonNullable<(typeof readNoticeChoices)['data']>>;
export type KindChoice = Choices['kinds'][number];
/** Returns the groups of which the user receives any notices. */
export function listGroups({ kinds }: Choices): readonly NoticeGroup[] {
  return NOTICE_GROUPS.filter((group) => kinds.some((kind) => kind.group === group));
}

export type Choose = (kind: NoticeKind, channel: NoticeChannel, wanted: boolean) => void;

export const GROUP_TITLES: Record<NoticeGroup, string> = {
  cards: 'Карты',
  money: 'Деньги',
  papers: 'Документы',
  access: 'Доступ и портал',
  staff: 'Работа программы',
};
