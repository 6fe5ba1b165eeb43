import { useSyncExternalStore } from 'react';
import type { z } from 'zod';
import type { announcedMaintenance, maintenance } from '#contract/identity/auth.ts';

export type Maintenance = z.infer<typeof maintenance>;
/** One announcement: whose works, why, from when and until when. */
export type MaintenanceWorks = z.infer<typeof announcedMaintenance>;

interface AnnouncedMaintenance {
  now: Maintenance | null;
  /** Works that have not started yet. */
  announced: readonly MaintenanceWorks[];
}

const NOTHING: AnnouncedMaintenance = { now: null, announced: [] };

const listeners = new Set<() => void>();
let current = NOTHING;

/** The maintenance of the last profile call; cleared by a call without one (spec section 4). */
export function useMaintenance(): Maintenance | null {
  return useSyncExternalStore(subscribe, () => current.now);
}

/** Works that the last profile call announced, before they begin. */
export function useAnnounced(): readonly MaintenanceWorks[] {
  return useSyncExternalStore(subscribe, () => current.announced);
}

/** Networks whose cards can't be changed and take no money now; maintenance of everything closes the whole cabinet. */
export function closedPartners(maintenance: Maintenance | null): ReadonlySet<number> {
  return new Set(maintenance?.partners ?? (maintenance ? [maintenance.partner] : []));
}

export function storeMaintenance(now: Maintenance | null, announced: readonly MaintenanceWorks[]): void {
  replace(now || announced.length > 0 ? { now, announced } : NOTHING);
}

export function clearMaintenance(): void {
  replace(NOTHING);
}

function replace(next: AnnouncedMaintenance): void {
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
