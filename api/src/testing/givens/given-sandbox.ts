import { KEY_SCOPES, type KeyScope } from '#contract/companies/key-scopes.ts';
import type { TestApi } from '../api.ts';
import type { GivenCompany } from './factories.ts';

export interface GivenSandbox {
  headers: { authorization: string };
  cards: { id: number; card_number: string; card_sum: number }[];
  keyId: number;
}

/** A new sandbox of the company, in place of the one that it has, with a key. */
export async function givenSandbox(
  api: TestApi,
  { admin: { token } }: GivenCompany,
  scopes: readonly KeyScope[] = KEY_SCOPES,
): Promise<GivenSandbox> {
  const there = (await api.get('/api/sandbox', { token })).body.data;
  const made = await api.post(there ? '/api/sandbox/reset' : '/api/sandbox', { token, json: {} });
  if (made.status !== 200) throw new Error(`no sandbox: ${made.status} ${made.body.message}`);
  const money = scopes.includes('money:write') ? { daily_sum: 100_000 } : {};
  const key = await api.post('/api/sandbox/keys', { token, json: { title: 'Проба', scopes, ...money } });
  if (key.status !== 200) throw new Error(`no key: ${key.status} ${key.body.message}`);
  return {
    headers: { authorization: `Bearer ${key.body.data.key}` },
    cards: made.body.data.cards,
    keyId: key.body.data.id,
  };
}
