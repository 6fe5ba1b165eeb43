import type { NoticeKind } from '#contract/notice-kinds.ts';
import type { MessageButton } from '../channels/channel.ts';
import type { NoticeFacts } from './notice.ts';

type MakeButtons<Kind extends NoticeKind> = (facts: NoticeFacts[Kind]) => readonly MessageButton[];

/** Actions on a notice from a chat. The reader's rights are checked at the click. */
const BUTTONS: { [Kind in NoticeKind]?: MakeButtons<Kind> } = {
  purchase: ({ cardId }) => [{ label: 'Заблокировать карту', deed: 'block-card', target: { cardId } }],
  // Only the programme can unblock a card that it has blocked.
  'card-blocked': ({ cardId, by }) =>
    by === 'company' ? [{ label: 'Разблокировать карту', deed: 'unblock-card', target: { cardId } }] : [],
  decline: ({ exceptionId }) =>
    exceptionId
      ? [{ label: 'Разрешить эту заправку', deed: 'approve-exception', target: { exceptionId } }]
      : [],
  'exception-asked': ({ exceptionId }) => [
    { label: 'Разрешить', deed: 'approve-exception', target: { exceptionId } },
    { label: 'Отказать', deed: 'decline-exception', target: { exceptionId } },
  ],
  security: ({ event }) =>
    event === 'new-device'
      ? [
          { label: 'Это я', deed: 'own-sign-in', target: {} },
          { label: 'Это не я: завершить все сеансы', deed: 'end-sessions', target: {} },
        ]
      : [],
};

/**
 * Makes the buttons of one notice about one thing. Several gathered notices have none, nor has a notice about another
 * person's access.
 */
export function makeButtons<Kind extends NoticeKind>(
  kind: Kind,
  facts: NoticeFacts[Kind],
  { events, isOwn }: { events: number; isOwn: boolean },
): readonly MessageButton[] {
  if (events > 1 || (kind === 'security' && !isOwn)) return [];
  return BUTTONS[kind]?.(facts) ?? [];
}
