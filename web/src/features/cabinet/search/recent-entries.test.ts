import { beforeEach, expect, test } from 'vitest';
import type { StoredSession } from '../../../server/session.ts';
import { listOpened } from '../../../state/recently-opened.ts';
import type { Entry } from './entry.ts';
import { recordEntry } from './recent-entries.ts';

const ME = { profile: { id: 1, company: { id: 1 } } } as StoredSession;
const CARD: Entry = { key: 'card:7', kind: 'card', title: 'МАЗ', to: '/cabinet/card?id=7' };
const ANSWER: Entry = { key: 'answer:x', kind: 'answer', title: '812 400 ₽', to: '/cabinet/transactions' };

beforeEach(() => localStorage.clear());

test('an answer is not among the recent entries, for it has money', () => {
  recordEntry(ME, CARD);
  recordEntry(ME, ANSWER);
  expect(listOpened(ME)).toEqual([{ key: 'card:7' }]);
});
