import type { z } from 'zod';
import type { companyKey } from '#contract/companies/keys.ts';
import { toRubles } from '#contract/kopecks.ts';
import { getKeyState, type CompanyKey } from './keys.ts';

export function presentKey(key: CompanyKey, now: Date): z.input<typeof companyKey> {
  return {
    id: key.id,
    title: key.title,
    mark: key.mark,
    scopes: key.scopes,
    addresses: key.addresses,
    daily_sum: key.dailySum === null ? null : toRubles(key.dailySum),
    moved_today: key.dailySum === null ? null : toRubles(key.movedToday),
    cards: key.cards && key.cards.map(({ id, number }) => ({ id, card_number: number })),
    state: getKeyState(key, now),
    made_at: key.madeAt.toISOString(),
    made_by: key.madeBy,
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    revoke_reason: key.revokeReason,
    used: key.usedAt && { at: key.usedAt.toISOString(), address: key.usedIp ?? '' },
    calls: key.calls,
  };
}
