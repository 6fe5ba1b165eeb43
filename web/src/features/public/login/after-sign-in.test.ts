import { expect, test } from 'vitest';
import type { StoredSession } from '../../../server/session.ts';
import { afterSignIn } from './after-sign-in.ts';

const client = {
  id: 1,
  creditSum: 0,
  creditDaysForPayment: 0,
  creditDaysWithoutPayment: 0,
  threshold: null,
  uses_edo: false,
  terms_accepted_at: null,
  block: null,
};
const company = { id: 1, inn: '5047123455', title: 'Компания', legal_form: 'ООО', client: null };

function session(profile: Partial<NonNullable<StoredSession['profile']>>): StoredSession {
  return {
    tokens: null,
    expiresAt: 0,
    permissions: [],
    profile: {
      id: 1,
      firstname: 'Иван',
      lastname: null,
      phone: '79000000001',
      masked_phone: '',
      email: null,
      company: null,
      companies: 0,
      is_staff: false,
      staff_role: null,
      ...profile,
    },
  };
}

test('§2.8 §4.21 a client is not sent to join what he has joined', () => {
  expect(afterSignIn(session({ company: { ...company, client } }), null)).toBe('/cabinet');
});

test('§2.9 §4.21 a user without a client record is not sent to a missing cabinet', () => {
  expect(afterSignIn(session({}), null)).toBe('/enter/1');
  expect(afterSignIn(session({ company }), null)).toBe('/enter/1');
});

test('staff without a company go to their counter', () => {
  expect(afterSignIn(session({ is_staff: true }), null)).toBe('/staff');
});

test('a link to the cabinet is not forgotten by the sign-in, another site’s is', () => {
  expect(afterSignIn(session({}), '/cabinet/documents?year=2026')).toBe('/cabinet/documents?year=2026');
  expect(afterSignIn(session({}), '//evil.example')).toBe('/enter/1');
  expect(afterSignIn(session({}), '/\\evil.example')).toBe('/enter/1');
  expect(afterSignIn(session({}), 'https://evil.example')).toBe('/enter/1');
  expect(afterSignIn(session({}), '/login-driver')).toBe('/enter/1');
});
