import type { KeyScope } from '#contract/key-scopes.ts';
import type { KeyState } from '#contract/keys.ts';
import type { Kopecks } from '#contract/kopecks.ts';

/** A key of a company, as its admins and the programme's staff see it. */
export interface CompanyKey {
  id: number;
  title: string;
  mark: string;
  scopes: KeyScope[];
  addresses: string[];
  dailySum: Kopecks | null;
  movedToday: Kopecks;
  cards: { id: number; number: string }[] | null;
  madeAt: Date;
  madeBy: string;
  isOwned: boolean;
  expiresAt: Date | null;
  revokedAt: Date | null;
  revokeReason: string | null;
  usedAt: Date | null;
  usedIp: string | null;
  calls: number;
}

export function stateOf({ revokedAt, expiresAt, isOwned }: CompanyKey, now: Date): KeyState {
  if (revokedAt) return 'revoked';
  if (expiresAt && expiresAt <= now) return 'expired';
  return isOwned ? 'active' : 'ownerless';
}
