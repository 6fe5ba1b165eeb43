import { readStoredText } from '../lib/store-text.ts';
import { LAST_ANSWERS_KEY } from './session-key.ts';

/** Lists the stored answers of a company, without their texts: those are read and written one by one. */
export type StoredIndex = { who: string; answers: Record<string, { at: number; size: number }> };

/** An answer of the server, and when it came, in milliseconds. */
export interface StoredAnswer {
  at: number;
  answer: unknown;
}

/** Returns the key of the answers of a company (state/last-answers.ts). */
export function getAnswersKey(companyId: number | null): string {
  return companyId === null ? LAST_ANSWERS_KEY : `${LAST_ANSWERS_KEY}.${companyId}`;
}

export function getAnswerPlace(key: string, name: string): string {
  return `${key}:${name}`;
}

/** Names the answer to a call. A call without a query and one with an empty query are the same. */
export function nameAnswer(call: string, params: object | null, query = '{}'): string {
  return `${call} ${JSON.stringify([params])} ${query}`;
}

/** Reads an answer of this user; null where there is none. */
export function readStoredAnswer(key: string, who: string, name: string): StoredAnswer | null {
  const index = parseIndex(key);
  const found = index?.who === who ? index.answers[name] : undefined;
  const answer = found && parse(getAnswerPlace(key, name));
  return answer ? { at: found.at, answer } : null;
}

/** Returns null where nothing is stored, or another program has written something else there. */
export function parseIndex(key: string): StoredIndex | null {
  const found = parse(key) as Partial<StoredIndex> | null;
  if (typeof found?.who !== 'string' || !found.answers) return null;
  // An earlier version stored the answers themselves here.
  const isListed = Object.values(found.answers).every(({ size }) => typeof size === 'number');
  return isListed ? { who: found.who, answers: found.answers } : null;
}

function parse(key: string): unknown {
  try {
    return JSON.parse(readStoredText('localStorage', key) ?? 'null');
  } catch {
    return null;
  }
}
