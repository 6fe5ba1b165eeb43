import { deliverLetter } from '../letters/deliver-letter.ts';
import type { LetterKind, NoticeLetter } from '../letters/letter.ts';
import { LETTER_TEXTS } from '../letters/letter-texts.ts';
import { noticeLetter } from '../letters/notice-letter.ts';
import type { ChannelSender } from './channel-senders.ts';
import { listWithMail } from './reachable-store.ts';

/** Through the letters, which have their own links, fate and Message-ID: a repeat finds the same letter. */
export const mailSender: ChannelSender = {
  // The letters give up by themselves, after three days.
  hours: 24 * 7,
  reachable: listWithMail,
  async send(ctx, { key, userId, kind, words }) {
    const letterKind = kind !== null && isLaidOut(kind) ? kind : 'notices-gathered';
    const fate = await deliverLetter(ctx, {
      kind: letterKind,
      facts: {
        title: words.title,
        paragraphs: words.text.split('\n'),
        action: { label: words.action, path: words.path },
      },
      userId,
      about: key,
    });
    if (fate === null) return { refused: 'unwanted' };
    if (fate.state === 'sent') return 'sent';
    if (fate.state === 'refused') return { refused: fate.refusal ?? 'blocked' };
    return { retryAfterSeconds: null, answer: 'the letter waits' };
  },
};

function isLaidOut(kind: string): kind is NoticeLetter {
  return LETTER_TEXTS[kind as LetterKind] === noticeLetter;
}
