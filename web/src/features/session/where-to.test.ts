import { beforeAll, expect, test, vi } from 'vitest';
import type { Maintenance } from '../../state/maintenance.ts';
import type { StoredSession } from '../../server/session.ts';

let whereTo: (typeof import('./where-to.ts'))['whereTo'];

beforeAll(async () => {
  // The session listens to the browser's other tabs, and a test has no browser.
  vi.stubGlobal('window', { addEventListener() {} });
  vi.stubGlobal('localStorage', { getItem: () => null });
  ({ whereTo } = await import('./where-to.ts'));
});

const NOBODY: StoredSession = { tokens: null, expiresAt: 0, profile: null, permissions: [] };
const HERE = { session: NOBODY, maintenance: null };

test('§4.30 §8.37 works on everything close each route, but not the way of whoever ends them', () => {
  const day = { date: '2026-09-15', time: '02:00' };
  const maintenance: Maintenance = { message: 'Переезд', start: day, end: day, partner: 0 };
  for (const pathname of [
    '/',
    '/login-driver',
    '/permissions-denied',
    '/map',
    '/news',
    '/enter/1',
    '/create/order',
    '/cabinet',
    '/cabinet/card',
    '/no-such-page',
  ]) {
    expect(whereTo({ ...HERE, pathname, maintenance }), pathname).toBe('/maintenance');
    expect(whereTo({ ...HERE, pathname, maintenance: { ...maintenance, partner: 2 } })).not.toBe(
      '/maintenance',
    );
  }
  expect(whereTo({ ...HERE, pathname: '/maintenance', maintenance })).toBeNull();
  expect(whereTo({ ...HERE, pathname: '/staff/payments', maintenance })).not.toBe('/maintenance');
  expect(whereTo({ ...HERE, pathname: '/dev/phone', maintenance })).toBeNull();
});

test('§2.11 §2.13 §2.25 §4.25 a slash at its end makes no other address', () => {
  const entered = { ...NOBODY, permissions: ['read'] };
  expect(whereTo({ ...HERE, pathname: '/maintenance/' })).toBe('/cabinet');
  expect(whereTo({ ...HERE, pathname: '/permissions-denied/', session: entered })).toBe('/cabinet');
  expect(whereTo({ ...HERE, pathname: '/enter/1/' })).toBe('/');
  expect(whereTo({ ...HERE, pathname: '/map/', refused: true })).toBeNull();
  expect(whereTo({ ...HERE, pathname: '/', refused: true })).toBeNull();
});
