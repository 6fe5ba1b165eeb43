import { expect, test } from 'vitest';
import { allCalls } from './calls.ts';
import { GUIDES } from './developer-guides.ts';
import { KEY_SCOPES } from './companies/key-scopes.ts';

const table = new Map(GUIDES.find(({ id }) => id === 'keys')?.table);

test('the developers’ page names every scope, and every call of each under its address', () => {
  expect([...table.keys()]).toEqual(KEY_SCOPES);
  for (const { name, path, key } of allCalls) {
    if (!key || key.sandbox) continue;
    const address = (key.path ?? path).replaceAll(/:(\w+)/g, '{$1}');
    expect([name, table.get(key.scope)]).toEqual([name, expect.stringContaining(`${address}\``)]);
  }
});
