import type { z } from 'zod';
import type { NoticeChannel, NoticeGroup, NoticeKind } from '#contract/notice-kinds.ts';
import type { readNoticeChoices } from '#contract/notices.ts';

export type Choices = z.output<NonNullable<(typeof readNoticeChoices)['data']>>;
export type KindChoice = Choices['kinds'][number];
export type Choose = (kind: NoticeKind, channel: NoticeChannel, wanted: boolean) => void;

export const GROUP_TITLES: Record<NoticeGroup, string> = {
  cards: 'Карты',
  money: 'Деньги',
  papers: 'Документы',
  access: 'Доступ и портал',
  staff: 'Работа программы',
};
