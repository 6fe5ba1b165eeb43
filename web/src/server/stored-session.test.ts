import { expect, test } from 'vitest';
import {
  getNamedCompany,
  keepCompany,
  NO_SESSION,
  type Profile,
  type StoredSession,
} from './stored-session.ts';

function storedSession(id: number, companyId: number | null, companies = 2): StoredSession {
  const company = companyId === null ? null : { id: companyId, title: `Компания ${companyId}` };
  return { ...NO_SESSION, profile: { id, company, companies } as Profile, permissions: [`of ${companyId}`] };
}

test('a tab keeps its company when another tab stores the session of another one', () => {
  const own = keepCompany({ ...storedSession(1, 8, 3), expiresAt: 5 }, storedSession(1, 7));
  expect(own).toMatchObject({
    profile: { company: { id: 7 }, companies: 3 },
    permissions: ['of 7'],
    expiresAt: 5,
  });
});

test('a tab takes what is stored for its own company, or its only one', () => {
  for (const [shared, own] of [
    [storedSession(1, 7), storedSession(1, 7)],
    [storedSession(1, 8, 1), storedSession(1, 7)],
    [storedSession(1, 8), storedSession(1, null)],
    [storedSession(1, 8), NO_SESSION],
    [NO_SESSION, storedSession(1, 7)],
  ] as const)
    expect(keepCompany(shared, own)).toBe(shared);
});

test('a tab keeps nothing of another user', () => {
  const shared = storedSession(2, 8);
  expect(keepCompany(shared, storedSession(1, 7))).toBe(shared);
});

test('a page names one of several companies, also after its role has ended', () => {
  expect(getNamedCompany(storedSession(1, 7))).toBe(7);
  expect(getNamedCompany(storedSession(1, 7, 1))).toBeNull();
  expect(getNamedCompany({ ...storedSession(1, 7, 1), hasHadSeveral: true })).toBe(7);
  expect(getNamedCompany(storedSession(1, null, 1), { id: 7 })).toBe(7);
  expect(getNamedCompany(storedSession(1, 8, 1), { id: 7 })).toBe(7);
  for (const session of [NO_SESSION, storedSession(1, null)]) expect(getNamedCompany(session)).toBeNull();
});
