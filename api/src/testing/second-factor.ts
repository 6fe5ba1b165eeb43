import { TOTP } from 'otpauth';
import type { ApiResponse, TestApi } from './api.ts';

/** Signs a phone in by an SMS code, as an attacker who has taken over the phone could. Returns the access token. */
export async function signedInBySms(api: TestApi, phone: string): Promise<string> {
  return (await tokensBySms(api, phone)).access;
}

export async function tokensBySms(
  api: TestApi,
  phone: string,
): Promise<{ access: string; enter: string; refresh: string }> {
  api.clock.advanceSeconds(60);
  const step = (json: Record<string, unknown>) => api.post('/api/send-to-driver', { json });
  const requested = await step({ route: 'auth/register', phone, recaptchaToken: 'any' });
  const { token } = requested.body.data;
  const confirmed = await step({ route: 'auth/confirm', phone, token, code: api.lastCode(phone) });
  return confirmed.body.data.tokens;
}

/** Returns what a one-time password application shows, now or some steps of 30 s later. */
export function oneTimePassword(api: TestApi, secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: api.clock.now().getTime() + steps * 30_000 });
}

export interface GivenTotp {
  secret: string;
  recoveryCodes: string[];
  factorId: number;
}

/** Connects an application of one-time passwords in a session that has just signed in. */
export async function givenTotp(api: TestApi, token: string): Promise<GivenTotp> {
  const started = await api.post('/api/factor/add/totp/secret', { token });
  const { secret } = started.body.data;
  const json = { code: oneTimePassword(api, secret), title: 'Телефон' };
  const { factor, recovery_codes: recoveryCodes } = (await api.post('/api/factor/add/totp', { token, json }))
    .body.data;
  return { secret, recoveryCodes, factorId: factor.id };
}

export function confirmBy(
  api: TestApi,
  way: 'totp' | 'recovery',
  token: string,
  code: string,
): Promise<ApiResponse> {
  return api.post(`/api/factor/${way}`, { token, json: { code } });
}
