import { beforeEach, expect, test } from 'vitest';
import type { StoredSession } from '../server/session.ts';
import { clearOpened, listOpened, recordOpened } from './recently-opened.ts';

beforeEach(() => localStorage.clear());

function session(id: number, companyId: number, companies?: number): StoredSession {
  return { profile: { id, companies, company: { id: companyId } } } as StoredSession;
}

test('the last opened entry stands first, once, in a list of limited length', () => {
  const me = session(1, 1);
  for (const key of ['card:1', 'card:2', 'card:1']) recordOpened(me, { key });
  expect(listOpened(me)).toEqual([{ key: 'card:1' }, { key: 'card:2' }]);
  for (let id = 3; id < 30; id += 1) recordOpened(me, { key: `card:${id}` });
  expect(listOpened(me)).toHaveLength(8);
  expect(listOpened(me)[0]).toEqual({ key: 'card:29' });
  clearOpened();
  expect(listOpened(me)).toEqual([]);
});

test('another person, and the same one in another company, sees nothing of it', () => {
  recordOpened(session(1, 1), { key: 'card:1' });
  expect(listOpened(session(2, 1))).toEqual([]);
  expect(listOpened(session(1, 2))).toEqual([]);
  recordOpened(session(2, 1), { key: 'card:5' });
  expect(listOpened(session(1, 1))).toEqual([]);
});

test('tabs of two companies keep what was opened in each, until the sign-out', () => {
  const [here, there] = [session(1, 1, 2), session(1, 2, 2)];
  recordOpened(here, { key: 'card:1' });
  recordOpened(there, { key: 'card:5' });
  recordOpened(here, { key: 'card:2' });
  expect(listOpened(here)).toEqual([{ key: 'card:2' }, { key: 'card:1' }]);
  expect(listOpened(there)).toEqual([{ key: 'card:5' }]);
  clearOpened();
  expect([...listOpened(here), ...listOpened(there)]).toEqual([]);
});

test.each([
  '',
  'nonsense',
  'null',
  '[]',
  '{"who":"1:1","opened":5}',
  '{"who":"1:1","opened":[1,null,{"key":2}]}',
])('an invalid stored list counts as empty: %s', (text) => {
  localStorage.setItem('magistral.recent', text);
  expect(listOpened(session(1, 1))).toEqual([]);
});
