import { KEY_BEGINNING, KEY_SCOPE, type KeyScope } from '#contract/companies/key-scopes.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { notAllowed, Refusal } from '../errors.ts';

/** The key by which a company's program calls. */
export interface CallingKey {
  id: number;
  companyId: number;
  title: string;
  scopes: readonly KeyScope[];
  /** Whether the key works in a sandbox (decision 89). */
  isTest: boolean;
}

/** Facts that decide whether a key opens anything at a moment. */
export interface KeyTerms {
  revokedAt: Date | null;
  expiresAt: Date | null;
  /** True if the user who made it is an admin of its company now. */
  isOwned: boolean;
}

const REVOKED = 'Ключ отозван';
const EXPIRED = 'Срок ключа истёк';
const KEY_WITHOUT_OWNER = 'Ключ не действует: тот, кто его создал, больше не администратор компании';

/** Answer to all other callers of a sandbox call. */
export const SANDBOX_ONLY = 'Этот вызов есть только в песочнице: нужен её ключ mg_test_…';

/** Why a key opens nothing, as a sentence; null while it works. */
export function describeClosedKey({ revokedAt, expiresAt, isOwned }: KeyTerms, now: Date): string | null {
  if (revokedAt) return REVOKED;
  if (expiresAt && expiresAt <= now) return EXPIRED;
  return isOwned ? null : KEY_WITHOUT_OWNER;
}

/** 401, as for a session that is over. */
export function keyRefused(sentence: string): Refusal {
  return new Refusal(401, 'bad-key', sentence);
}

/** A key opens the calls that name a scope which it has, and no other. */
export function assertKeyAllows({ key: access }: AnyEndpoint, key: CallingKey): void {
  if (!access) throw notAllowed('По ключу этот вызов недоступен');
  if (access.sandbox && !key.isTest) throw notAllowed(SANDBOX_ONLY);
  if (!key.scopes.includes(access.scope))
    throw notAllowed(`У ключа нет права ${KEY_SCOPE[access.scope].word}: создайте ключ с этим правом`);
}

/** `Bearer mg_live_…`, or the key alone, as some programs send it; null for anything else. */
export function parseKeyHeader(header: string | undefined): string | null {
  const text = (header ?? '').replace(/^Bearer\s+/i, '').trim();
  return Object.values(KEY_BEGINNING).some((item) => text.startsWith(item)) ? text : null;
}
