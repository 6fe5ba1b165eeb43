import { useSyncExternalStore } from 'react';
import { newRequestKey } from '../server/client.ts';
import { readSession } from '../server/session.ts';

/** A movement between the account and a card, between step 1 and step 2. Stored in memory only, because it is money. */
export interface CardMovementDraft {
  direction: 'to-card' | 'from-card';
  cardId: number;
  sumText: string;
  sumKopecks: number;
  /** User who entered it. The next user to sign in starts from scratch. */
  userId: number;
  /** Made when the amount is fixed: a retry of this movement is the same movement. */
  requestKey: string;
}

const listeners = new Set<() => void>();
let current: CardMovementDraft | null = null;

export function useCardMovement(direction: CardMovementDraft['direction']): CardMovementDraft | null {
  const draft = useSyncExternalStore(subscribe, readCardMovement);
  return draft?.direction === direction ? draft : null;
}

export function readCardMovement(): CardMovementDraft | null {
  return current?.userId === userId() ? current : null;
}

/** Stores the input. Another direction, card or sum is another movement and gets its own key. */
export function storeCardMovement(entered: Omit<CardMovementDraft, 'requestKey' | 'userId'>): void {
  const before = readCardMovement();
  const same =
    before?.direction === entered.direction &&
    before.cardId === entered.cardId &&
    before.sumKopecks === entered.sumKopecks;
  replace({ ...entered, userId: userId(), requestKey: same ? before.requestKey : newRequestKey() });
}

/** Forgets a movement that went through; another one entered meanwhile stays. */
export function forgetCardMovement({ requestKey }: CardMovementDraft): void {
  if (current?.requestKey === requestKey) replace(null);
}

function userId(): number {
  return readSession().profile?.id ?? 0;
}

function replace(next: CardMovementDraft | null): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
