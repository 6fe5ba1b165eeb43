import { expect, test } from 'vitest';
import type { Maintenance } from '../../../state/maintenance.ts';
import type { StoredSession } from '../../../server/session.ts';
import { findRedirect } from './find-redirect.ts';

const NO_SESSION: StoredSession = { tokens: null, expiresAt: 0, profile: null, permissions: [] };
const HERE = { session: NO_SESSION, maintenance: null };

test('§4.30 §8.37 full maintenance closes each route, but not the way of staff who end it', () => {
  const day = { date: '2026-09-15', time: '02:00' };
  const maintenance: Maintenance = { message: 'Переезд', start: day, end: day, partner: 0 };
  for (const pathname of [
    '/',
    '/permissions-denied',
    '/map',
    '/news',
    '/enter/1',
    '/create/order',
    '/cabinet',
    '/cabinet/card',
    '/no-such-page',
  ]) {
    expect(findRedirect({ ...HERE, pathname, maintenance }), pathname).toBe('/maintenance');
    expect(findRedirect({ ...HERE, pathname, maintenance: { ...maintenance, partner: 2 } })).not.toBe(
      '/maintenance',
    );
  }
  expect(findRedirect({ ...HERE, pathname: '/maintenance', maintenance })).toBeNull();
  expect(findRedirect({ ...HERE, pathname: '/login-driver', maintenance })).toBeNull();
  expect(findRedirect({ ...HERE, pathname: '/staff/payments', maintenance })).not.toBe('/maintenance');
  expect(findRedirect({ ...HERE, pathname: '/dev/phone', maintenance })).toBeNull();
});

test('§4.25 a user whose session ended stays on public pages, and goes to sign-in elsewhere', () => {
  for (const pathname of [
    '/login-driver',
    '/',
    '/permissions-denied',
    '/map',
    '/news',
    '/confirm-mail',
    '/unsubscribe',
    '/no-such-page',
  ])
    expect(findRedirect({ ...HERE, pathname, refused: true }), pathname).toBeNull();
  for (const pathname of ['/cabinet', '/cabinet/card', '/staff'])
    expect(findRedirect({ ...HERE, pathname, refused: true }), pathname).toBe('/login-driver');
});

test('§4.22 §6.20 a session that ended, a driver’s expiry in the past or no name is not signed in', () => {
  const soon = Date.now() + 3_600_000;
  const past = Date.now() - 3_600_000;
  const tokens = (at: number) => ({
    enter: 'e',
    access: 'a',
    refresh: 'r',
    expiry: new Date(at).toISOString(),
  });
  const profile = { firstname: 'Иван', company: { client: {} } } as StoredSession['profile'];
  const holds = { tokens: tokens(soon), expiresAt: soon, profile, permissions: ['read'] };
  const at = (session: StoredSession) => findRedirect({ ...HERE, pathname: '/cabinet', session });
  expect(at(holds)).toBeNull();
  expect(at({ ...holds, expiresAt: past })).toBe('/login-driver');
  expect(at({ ...holds, tokens: tokens(past) })).toBe('/login-driver');
  expect(at({ ...holds, tokens: null })).toBe('/login-driver');
  expect(at({ ...holds, profile: { ...profile, firstname: null } as StoredSession['profile'] })).toBe(
    '/login-driver',
  );
});

test('§2.11 §2.13 §2.25 §4.25 a slash at its end makes no other address', () => {
  const entered = { ...NO_SESSION, permissions: ['read'] };
  expect(findRedirect({ ...HERE, pathname: '/maintenance/' })).toBe('/cabinet');
  expect(findRedirect({ ...HERE, pathname: '/permissions-denied/', session: entered })).toBe('/cabinet');
  expect(findRedirect({ ...HERE, pathname: '/enter/1/' })).toBe('/');
  expect(findRedirect({ ...HERE, pathname: '/map/', refused: true })).toBeNull();
  expect(findRedirect({ ...HERE, pathname: '/', refused: true })).toBeNull();
});
