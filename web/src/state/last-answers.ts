import { hashKey, type QueryClient, type QueryKey, type QueryState } from '@tanstack/react-query';
import { listCards } from '#contract/cards/cards.ts';
import { checkTerms } from '#contract/companies/terms.ts';
import { readClient } from '#contract/money/money.ts';
import { readOverview } from '#contract/insights/overview.ts';
import { forgetText, storeText, readStoredText } from '../lib/store-text.ts';
import { isOffline } from '../server/client.ts';
import { LAST_ANSWERS_KEY } from '../server/session-key.ts';
import { isConfirmed, readSession, subscribe, getUserKey } from '../server/session.ts';

/** Calls whose answers the first screen shows or waits for: the money, and all the cards. */
const STORED_CALLS: readonly unknown[] = [readClient, listCards, readOverview, checkTerms].map(
  ({ name }) => name,
);
const KEY = LAST_ANSWERS_KEY;
/**
 * In characters. The browser has room for some millions of all kinds. For a company with more cards its sums are
 * stored.
 */
const MAX_STORED_CHARACTERS = 500_000;

type StoredAnswers = { who: string; answers: Record<string, { at: number; answer: unknown }> };

/**
 * Stores the last answers of the first screen on the device until the sign-out, and shows them when there is no network
 * and nothing else to show. Screens detect this by the read's failure, and its time by its `dataUpdatedAt`. Nothing is
 * stored before the server has confirmed the session, so that a browser that was left open shows no figures.
 */
export function followLastAnswers(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { queryKey, state } = event.query;
    if (!isStored(queryKey)) return;
    const { type } = event.action;
    if (type === 'success' && !event.action.manual && isConfirmed()) storeAnswer(queryKey, state);
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

export function forgetLastAnswers(): void {
  forgetText('localStorage', KEY);
}

/** Answers of a filtered list are not stored. */
function isStored([call, , query]: QueryKey): boolean {
  return STORED_CALLS.includes(call) && Object.keys(query ?? {}).length === 0;
}

function storeAnswer(key: QueryKey, { data: answer, dataUpdatedAt: at }: QueryState): void {
  const { who, answers } = readStored();
  const next: StoredAnswers = { who, answers: { ...answers, [hashKey(key)]: { at, answer } } };
  const text = JSON.stringify(next);
  if (text.length <= MAX_STORED_CHARACTERS) storeText('localStorage', KEY, text);
}

/** Reads only the answers of this user in this company. */
function readStored(): StoredAnswers {
  const who = getUserKey(readSession());
  try {
    const found = JSON.parse(readStoredText('localStorage', KEY) ?? '{}') as Partial<StoredAnswers>;
    if (found.who === who && found.answers) return { who, answers: found.answers };
  } catch {
    // Another program has written something else there.
  }
  return { who, answers: {} };
}
