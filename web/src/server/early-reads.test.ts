import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeEarlyRead } from './early-reads.ts';

let now = 0;
const answer = Promise.resolve(new Response('{}'));

beforeEach(() => {
  now = 1000;
  vi.stubGlobal('performance', { now: () => now });
  const answers = new Map([['/api/card', answer]]);
  vi.stubGlobal('window', { earlyReads: { token: 'mine', companyId: null, startedAt: 0, answers } });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a read that is on its way is taken once', () => {
  expect(takeEarlyRead('GET', '/api/card', 'mine')).toBe(answer);
  expect(takeEarlyRead('GET', '/api/card', 'mine')).toBeUndefined();
});

test('a session gets no answer that another one asked for', () => {
  expect(takeEarlyRead('GET', '/api/card', 'another')).toBeUndefined();
  expect(takeEarlyRead('GET', '/api/card')).toBeUndefined();
});

test('a tab gets no answer that was asked for in another company', () => {
  expect(takeEarlyRead('GET', '/api/card', 'mine', 7)).toBeUndefined();
  expect(takeEarlyRead('GET', '/api/card', 'mine')).toBe(answer);
});

test('an answer that waited a minute for the code is read anew', () => {
  now = 60_000;
  expect(takeEarlyRead('GET', '/api/card', 'mine')).toBeUndefined();
});

test('after a write what was read before it is read anew', () => {
  expect(takeEarlyRead('POST', '/api/cardsRequest', 'mine')).toBeUndefined();
  expect(takeEarlyRead('GET', '/api/card', 'mine')).toBeUndefined();
});

test('a page that read nothing early makes its calls itself', () => {
  vi.stubGlobal('window', {});
  expect(takeEarlyRead('GET', '/api/card')).toBeUndefined();
});
