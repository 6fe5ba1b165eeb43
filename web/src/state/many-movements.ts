import { useSyncExternalStore } from 'react';
import { forgetText, storeText, readStoredText } from '../lib/store-text.ts';
import { newRequestKey } from '../server/client.ts';
import { readSession } from '../server/session.ts';
import { getUserKey } from '../server/stored-session.ts';

/** `each`: the same sum for all. `level`: what every card is to stand at. `table`: each its own, pasted. */
export type AmountMethod = 'each' | 'level' | 'table';
export type MovementDirection = 'to-card' | 'from-card';

/** The list whose code is being asked for, as the preview has fixed it. */
export interface ListRequest {
  lines: { card_id: number; sum: number }[];
  subject: string;
  total: number;
  /** The same list sent again is the same action. */
  requestKey: string;
}

/** Outcome of the list. */
export interface TakenList {
  movements: { card_id: number; operation_id: number; sum: number }[];
  total: number;
}

/** A movement with many cards that is being prepared, or has just been made. */
export interface ManyCardsDraft {
  direction: MovementDirection;
  way: AmountMethod;
  cardIds: number[];
  sumText: string;
  table: string;
  asked: ListRequest | null;
  taken: TakenList | null;
  /** User who prepares it, and for which company. The next user to sign in, or to enter a company, starts from scratch. */
  who: string;
}

const KEY = 'magistral.many-movements';
const listeners = new Set<() => void>();
let current = load();

/** Draft of this tab, which lasts until the tab is closed. A reload preserves it, and another tab has its own. */
export function useManyCardsDraft(direction: MovementDirection): ManyCardsDraft {
  const draft = useSyncExternalStore(subscribe, () => current);
  return draft?.direction === direction && draft.who === getOwnKey() ? draft : getEmptyDraft(direction);
}

/** Begins again, with these cards. */
export function beginManyMovements(direction: MovementDirection, cardIds: readonly number[]): void {
  replace({ ...getEmptyDraft(direction), cardIds: [...cardIds], who: getOwnKey() });
}

/** A change after an action belongs to the next action. */
export function changeManyCardsDraft(draft: ManyCardsDraft, change: Partial<ManyCardsDraft>): void {
  replace({ ...draft, ...change, who: getOwnKey() });
}

/** Fixes the list for its code. The same list keeps its key. */
export function requestList(draft: ManyCardsDraft, list: Omit<ListRequest, 'requestKey'>): void {
  const requestKey = draft.asked?.subject === list.subject ? draft.asked.requestKey : newRequestKey();
  changeManyCardsDraft(draft, { asked: { ...list, requestKey }, taken: null });
}

/** Stores the outcome of a list. Another list that has been requested meanwhile stays. */
export function storeTaken({ requestKey }: ListRequest, taken: TakenList): void {
  if (current?.asked?.requestKey === requestKey) replace({ ...current, asked: null, taken });
}

const EMPTY = {
  way: 'each',
  cardIds: [],
  sumText: '',
  table: '',
  asked: null,
  taken: null,
  who: '',
} as const;
const EMPTY_DRAFTS: Record<MovementDirection, ManyCardsDraft> = {
  'to-card': { ...EMPTY, cardIds: [], direction: 'to-card' },
  'from-card': { ...EMPTY, cardIds: [], direction: 'from-card' },
};

function getEmptyDraft(direction: MovementDirection): ManyCardsDraft {
  return EMPTY_DRAFTS[direction];
}

function getOwnKey(): string {
  return getUserKey(readSession());
}

function replace(next: ManyCardsDraft): void {
  current = next;
  storeText('sessionStorage', KEY, JSON.stringify(next));
  for (const listener of listeners) listener();
}

function load(): ManyCardsDraft | null {
  try {
    return JSON.parse(readStoredText('sessionStorage', KEY) ?? 'null') as ManyCardsDraft | null;
  } catch {
    forgetText('sessionStorage', KEY);
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
