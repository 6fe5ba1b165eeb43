import { useSyncExternalStore } from 'react';
import type { z } from 'zod';
import type { maintenance } from '#contract/auth.ts';

export type Maintenance = z.infer<typeof maintenance>;

const listeners = new Set<() => void>();
let current: Maintenance | null = null;

/** The maintenance of the last profile call; cleared by a call without one (spec section 4). */
export function useMaintenance(): Maintenance | null {
  return useSyncExternalStore(subscribe, () => current);
}

/** Networks whose cards can't be changed and take no money now; maintenance of everything closes the whole cabinet. */
export function closedPartners(maintenance: Maintenance | null): ReadonlySet<number> {
  return new Set(maintenance?.partners ?? (maintenance ? [maintenance.partner] : []));
}

export function storeMaintenance(next: Maintenance): void {
  replace(next);
}

export function clearMaintenance(): void {
  if (current) replace(null);
}

function replace(next: Maintenance | null): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
