import { KEY_SCOPES, MOVES_MONEY, type KeyScope } from '#contract/companies/key-scopes.ts';
import type { TestApi } from '../api.ts';
import type { GivenCompany } from './factories.ts';

export interface GivenKey {
  id: number;
  key: string;
  /** Headers of a call by this key: `api.get('/api/v1/cards', { headers })`. */
  headers: { authorization: string };
}

/** Makes a key of the company as its admin would; it has all scopes unless the test names them. */
export async function givenKey(
  api: TestApi,
  company: GivenCompany,
  scopes: readonly KeyScope[] = KEY_SCOPES,
  about: {
    title?: string;
    daily_sum?: number;
    expires_at?: string;
    addresses?: string[];
    cards?: number[];
  } = {},
): Promise<GivenKey> {
  const { title = 'Учётная программа', daily_sum: dailySum = 100_000, ...rest } = about;
  const money = scopes.includes(MOVES_MONEY) ? { daily_sum: dailySum } : {};
  const made = await api.post('/api/keys', {
    token: company.admin.token,
    json: { title, scopes, ...money, ...rest },
  });
  if (made.status !== 200) throw new Error(`no key was made: ${made.status} ${made.body.message}`);
  const { id, key } = made.body.data as { id: number; key: string };
  return { id, key, headers: { authorization: `Bearer ${key}` } };
}
