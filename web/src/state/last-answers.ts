import { hashKey, type QueryClient, type QueryKey, type QueryState } from '@tanstack/react-query';
import { listCards } from '#contract/cards/cards.ts';
import { listDrivers } from '#contract/cards/drivers.ts';
import { checkTerms } from '#contract/companies/terms.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { listVehicles } from '#contract/fleet/vehicles.ts';
import { listOperations } from '#contract/fuel/operations.ts';
import { readOverview } from '#contract/insights/overview.ts';
import { listInvoices, readClient } from '#contract/money/money.ts';
import { listDocuments } from '#contract/papers/documents.ts';
import { forgetText, forgetTexts, listStoredKeys, storeText } from '../lib/store-text.ts';
import { isOffline } from '../server/client.ts';
import { LAST_ANSWERS_KEY } from '../server/session-key.ts';
import { getShownCompanyId, isConfirmed, readSession, subscribe } from '../server/session.ts';
import { getUserKey } from '../server/stored-session.ts';
import {
  getAnswerPlace,
  getAnswersKey,
  nameAnswer,
  parseIndex,
  readStoredAnswer,
  type StoredAnswer,
  type StoredIndex,
} from '../server/stored-answers.ts';

/** Returns whether the text of a query asks for the first view of its list, without filters. */
type IsFirstView = (query: string) => boolean;
const isEmpty: IsFirstView = (query) => query === '{}';

/** Calls whose answers are stored: what the first screen shows or waits for, and the first view of each list. */
const STORED_CALLS = new Map<unknown, IsFirstView>([
  [readClient.name, isEmpty],
  [readOverview.name, isEmpty],
  [checkTerms.name, isEmpty],
  [listCards.name, isEmpty],
  [listDrivers.name, isEmpty],
  [listVehicles.name, isEmpty],
  [listOperations.name, (query) => query === '{"page":1}'],
  [listInvoices.name, (query) => query === '{"page":1,"sort":"to_pay"}'],
  [listDocuments.name, (query) => /^\{"year":\d{4}\}$/.test(query)],
]);
/** In characters. The browser has room for some millions of all kinds. A longer answer is not stored. */
const MAX_ANSWER_CHARACTERS = 500_000;
/** Limit of one company in characters. The answers that came longest ago make room. */
const MAX_COMPANY_CHARACTERS = 1_000_000;
/** Companies of a user with several whose answers are stored; the one that was read longest ago makes room. */
const MAX_COMPANIES = 3;

/**
 * Stores the last answers of the first screen and of the lists on the device until the sign-out, and shows them when there
 * is no network and nothing else to show. Screens detect this by the read's failure, and its time by its
 * `dataUpdatedAt` (tables/states/ListState.tsx). Nothing is stored before the server has confirmed the session, so that a
 * browser that was left open shows no figures. Each company of a user with several has a place of its own, because tabs may
 * act for different ones.
 */
export function followLastAnswers(client: QueryClient): void {
  const namedCompanies = new Map<string, number | null>();
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { queryKey, state } = event.query;
    if (!isStored(queryKey)) return;
    const { type } = event.action;
    if (type === 'fetch') namedCompanies.set(hashKey(queryKey), getShownCompanyId());
    // The tab may have gone over to another company while the answer was on its way.
    const isOfCompany = namedCompanies.get(hashKey(queryKey)) === getShownCompanyId();
    if (type === 'success' && !event.action.manual && isOfCompany && isConfirmed())
      storeAnswer(queryKey, state);
    if (type === 'failed' && state.data === undefined && isOffline(event.action.error)) {
      const last = readAnswer(queryKey);
      if (last) client.setQueryData(queryKey, last.answer, { updatedAt: last.at });
    }
  });
  const stop = subscribe(() => {
    if (!isConfirmed()) return;
    stop();
    for (const { queryKey, state } of client.getQueryCache().findAll())
      if (isStored(queryKey) && state.data !== undefined && !state.error) storeAnswer(queryKey, state);
  });
}

/** Forgets the answers of all companies. */
export function forgetLastAnswers(): void {
  forgetTexts('localStorage', LAST_ANSWERS_KEY);
}

/** Returns whether a first view of the list can be shown without a network. */
export function hasLastAnswer({ name }: AnyEndpoint): boolean {
  return Object.keys(readIndex().answers).some((key) => key.startsWith(`${name} `));
}

/** Answers of a filtered list are not stored. */
function isStored([call, , query]: QueryKey): boolean {
  return STORED_CALLS.get(call)?.(hashQuery(query)) ?? false;
}

function getName([call, params, query]: QueryKey): string {
  return nameAnswer(String(call), params as object | null, hashQuery(query));
}

function hashQuery(query: unknown): string {
  return hashKey([query ?? {}]).slice(1, -1);
}

function storeAnswer(key: QueryKey, { data: answer, dataUpdatedAt: at }: QueryState): void {
  const name = getName(key);
  const text = JSON.stringify(answer);
  const index = readIndex();
  forgetAnswer(index, name);
  if (text.length <= MAX_ANSWER_CHARACTERS) {
    makeRoomForCompany();
    makeRoom(index, text.length);
    if (storeText('localStorage', getPlace(name), text)) index.answers[name] = { at, size: text.length };
  }
  storeText('localStorage', getKey(), JSON.stringify(index));
}

function readAnswer(key: QueryKey): StoredAnswer | null {
  return readStoredAnswer(getKey(), getUserKey(readSession()), getName(key));
}

/** Forgets the answers of this company that came longest ago, as many as it takes. */
function makeRoom(index: StoredIndex, size: number): void {
  const oldestFirst = Object.entries(index.answers).sort(([, a], [, b]) => a.at - b.at);
  let total = oldestFirst.reduce((sum, [, answer]) => sum + answer.size, size);
  for (const [name, answer] of oldestFirst) {
    if (total <= MAX_COMPANY_CHARACTERS) return;
    forgetAnswer(index, name);
    total -= answer.size;
  }
}

function forgetAnswer(index: StoredIndex, name: string): void {
  forgetText('localStorage', getPlace(name));
  delete index.answers[name];
}

/** Forgets the company that was read longest ago, so that the tab's company has room. */
function makeRoomForCompany(): void {
  const isOther = (key: string) => key.startsWith(LAST_ANSWERS_KEY) && !key.includes(':') && key !== getKey();
  const others = listStoredKeys('localStorage').filter(isOther);
  if (others.length < MAX_COMPANIES) return;
  const newestFirst = others.map((key) => ({ key, at: getStoredAt(key) })).sort((a, b) => b.at - a.at);
  for (const { key } of newestFirst.slice(MAX_COMPANIES - 1)) {
    forgetTexts('localStorage', `${key}:`);
    forgetText('localStorage', key);
  }
}

/** Returns when the newest of the answers under a key came, in milliseconds. */
function getStoredAt(key: string): number {
  return Math.max(0, ...Object.values(parseIndex(key)?.answers ?? {}).map(({ at }) => at));
}

function getKey(): string {
  return getAnswersKey(getShownCompanyId());
}

function getPlace(name: string): string {
  return getAnswerPlace(getKey(), name);
}

/** Reads only what is of this user in this company; forgets what is of another one. */
function readIndex(): StoredIndex {
  const who = getUserKey(readSession());
  const found = parseIndex(getKey());
  if (found?.who === who) return found;
  forgetTexts('localStorage', getPlace(''));
  return { who, answers: {} };
}
