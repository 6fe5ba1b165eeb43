import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listCards } from '#contract/cards/cards.ts';
import { listDrivers } from '#contract/cards/drivers.ts';
import { listVehicles } from '#contract/fleet/vehicles.ts';
import { listOperations } from '#contract/fuel/operations.ts';
import { listInvoices } from '#contract/money/money.ts';
import type { Profile } from '../server/stored-session.ts';

vi.stubGlobal('window', { addEventListener: () => {} });

beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

const KEY = [listCards.name, null, null];

/** A tab of a person with several companies, which acts for one. It shares only the browser's storage with other tabs. */
async function openTab(companyId: number) {
  vi.resetModules();
  const session = await import('../server/session.ts');
  const { followLastAnswers, forgetLastAnswers } = await import('./last-answers.ts');
  const { CallFailed } = await import('../server/client.ts');
  const goOver = (id: number) => {
    session.showCompany({ id, title: `Компания ${id}` });
    session.storeProfile({ id: 1, companies: 9, company: { id } } as Profile, []);
  };
  const expiry = new Date(Date.now() + 3_600_000).toISOString();
  session.storeTokens({ enter: '', access: 'token', refresh: '', expiry });
  goOver(companyId);
  const client = new QueryClient({
    defaultOptions: { queries: { retry: 1, retryDelay: 0, networkMode: 'always' } },
  });
  followLastAnswers(client);
  const read = (answer: () => Promise<string>) =>
    client.fetchQuery({ queryKey: KEY, queryFn: answer }).catch(() => client.getQueryData(KEY));
  /** Reads as a page that is opened anew without a network. */
  const offline = () => {
    client.clear();
    return read(() => Promise.reject(new CallFailed(0, 'Нет связи')));
  };
  const readList = (queryKey: QueryKey, answer: string) =>
    client.fetchQuery({ queryKey, queryFn: async () => answer });
  const offlineList = (queryKey: QueryKey) =>
    client
      .fetchQuery({ queryKey, queryFn: () => Promise.reject(new CallFailed(0, 'Нет связи')) })
      .catch(() => client.getQueryData(queryKey));
  return { client, read, offline, readList, offlineList, goOver, forgetLastAnswers };
}

test('two tabs of different companies keep the last answers of both', async () => {
  const first = await openTab(1);
  await first.read(async () => 'cards of 1');
  const second = await openTab(2);
  await second.read(async () => 'cards of 2');
  expect(await first.offline()).toBe('cards of 1');
  expect(await second.offline()).toBe('cards of 2');
  second.goOver(3);
  expect(await second.offline()).toBeUndefined();
});

test('an answer that comes after the tab went over is not stored for the other company', async () => {
  const tab = await openTab(1);
  const answer = Promise.withResolvers<string>();
  const reading = tab.read(() => answer.promise);
  tab.goOver(2);
  answer.resolve('cards of 1');
  await reading;
  expect(await tab.offline()).toBeUndefined();
});

test('the browser keeps the answers of three companies, and none after the sign-out', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const tab = await openTab(1);
  for (const id of [1, 2, 3, 4]) {
    vi.advanceTimersByTime(1000);
    tab.goOver(id);
    await tab.read(async () => `cards of ${id}`);
  }
  expect(await tab.offline()).toBe('cards of 4');
  tab.goOver(1);
  expect(await tab.offline()).toBeUndefined();
  tab.forgetLastAnswers();
  expect(Object.keys(localStorage).filter((key) => key.includes('last-answers'))).toEqual([]);
});

test('only the first view of a list is stored, without a query or with an empty one', async () => {
  const tab = await openTab(1);
  await tab.readList([listOperations.name, null, { page: 1, cardId: undefined }], 'first page');
  await tab.readList([listOperations.name, null, { page: 2 }], 'second page');
  await tab.readList([listDrivers.name, null, {}], 'drivers');
  tab.client.clear();
  expect(await tab.offlineList([listOperations.name, null, { page: 1 }])).toBe('first page');
  expect(await tab.offlineList([listOperations.name, null, { page: 2 }])).toBeUndefined();
  expect(await tab.offlineList([listDrivers.name, null, null])).toBe('drivers');
});

test('the list read longest ago makes room, and one that is too long is not stored', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const tab = await openTab(1);
  const keys = [listDrivers, listVehicles, listCards].map(({ name }) => [name, null, null]);
  for (const key of keys) {
    vi.advanceTimersByTime(1000);
    await tab.readList(key, 'x'.repeat(400_000));
  }
  await tab.readList([listInvoices.name, null, { page: 1, sort: 'to_pay' }], 'x'.repeat(600_000));
  tab.client.clear();
  expect(await tab.offlineList(keys[0] ?? [])).toBeUndefined();
  expect(await tab.offlineList(keys[2] ?? [])).toHaveLength(400_000);
  expect(await tab.offlineList([listInvoices.name, null, { page: 1, sort: 'to_pay' }])).toBeUndefined();
  expect(JSON.stringify(localStorage).length).toBeLessThan(1_100_000);
});
