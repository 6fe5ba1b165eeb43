import { hashKey, type QueryClient, type QueryKey, type QueryState } from '@tanstack/react-query';
import { listCards } from '#contract/cards/cards.ts';
import { checkTerms } from '#contract/companies/terms.ts';
import { readClient } from '#contract/money/money.ts';
import { readOverview } from '#contract/insights/overview.ts';
import { forgetText, forgetTexts, listStoredKeys, storeText, readStoredText } from '../lib/store-text.ts';
import { isOffline } from '../server/client.ts';
import { LAST_ANSWERS_KEY } from '../server/session-key.ts';
import { getShownCompanyId, getUserKey, isConfirmed, readSession, subscribe } from '../server/session.ts';

/** Calls whose answers the first screen shows or waits for: the money, and all the cards. */
const STORED_CALLS: readonly unknown[] = [readClient, listCards, readOverview, checkTerms].map(
  ({ name }) => name,
);
/**
 * In characters. The browser has room for some millions of all kinds. For a company with more cards its sums are
 * stored.
 */
const MAX_STORED_CHARACTERS = 500_000;
/** Companies of a user with several whose answers are stored; the one that was read longest ago makes room. */
const MAX_COMPANIES = 3;

type StoredAnswers = { who: string; answers: Record<string, { at: number; answer: unknown }> };

/**
 * Stores the last answers of the first screen on the device until the sign-out, and shows them when there is no network
 * and nothing else to show. Screens detect this by the read's failure, and its time by its `dataUpdatedAt`. Nothing is
 * stored before the server has confirmed the session, so that a browser that was left open shows no figures. Each company of a
 * user with several has a place of its own, because tabs may act for different ones.
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
      const last = readStored().answers[hashKey(queryKey)];
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

/** Answers of a filtered list are not stored. */
function isStored([call, , query]: QueryKey): boolean {
  return STORED_CALLS.includes(call) && Object.keys(query ?? {}).length === 0;
}

function storeAnswer(key: QueryKey, { data: answer, dataUpdatedAt: at }: QueryState): void {
  const { who, answers } = readStored();
  const next: StoredAnswers = { who, answers: { ...answers, [hashKey(key)]: { at, answer } } };
  const text = JSON.stringify(next);
  if (text.length > MAX_STORED_CHARACTERS) return;
  makeRoom();
  storeText('localStorage', getKey(), text);
}

/** Forgets what was stored longest ago, so that the tab's company has room. */
function makeRoom(): void {
  const isOther = (key: string) => key.startsWith(LAST_ANSWERS_KEY) && key !== getKey();
  const others = listStoredKeys('localStorage').filter(isOther);
  if (others.length < MAX_COMPANIES) return;
  const newestFirst = others.map((key) => ({ key, at: getStoredAt(key) })).sort((a, b) => b.at - a.at);
  for (const { key } of newestFirst.slice(MAX_COMPANIES - 1)) forgetText('localStorage', key);
}

/** Returns when the newest of the answers under a key came, in milliseconds. */
function getStoredAt(key: string): number {
  return Math.max(0, ...Object.values(parseStored(key)?.answers ?? {}).map(({ at }) => at));
}

function getKey(): string {
  const companyId = getShownCompanyId();
  return companyId === null ? LAST_ANSWERS_KEY : `${LAST_ANSWERS_KEY}.${companyId}`;
}

/** Reads only the answers of this user in this company. */
function readStored(): StoredAnswers {
  const who = getUserKey(readSession());
  const found = parseStored(getKey());
  return { who, answers: found?.who === who ? found.answers : {} };
}

/** Returns null where nothing is stored, or another program has written something else there. */
function parseStored(key: string): StoredAnswers | null {
  try {
    const found = JSON.parse(readStoredText('localStorage', key) ?? 'null') as Partial<StoredAnswers> | null;
    return typeof found?.who === 'string' && found.answers
      ? { who: found.who, answers: found.answers }
      : null;
  } catch {
    return null;
  }
}
