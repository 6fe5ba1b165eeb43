import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { drawIds } from '../../../db/columns.ts';
import type { Db } from '../../../db/database.ts';
import { listKept } from '../../../http/request-key.ts';
import { findMovingCards } from '../../cards/cards/find-moving-cards.ts';
import { findMovingKeys } from '../../companies/keys/find-moving-keys.ts';
import type { AccountPlace, LockedAccount } from '../ledger/account.ts';
import { knownAccounts, type KnownAccounts } from '../ledger/known-accounts.ts';
import { listPlaces } from '../ledger/list-places.ts';
import { lockFreeMoney } from '../ledger/lock-free-money.ts';
import { listMaintenance } from '../../programme/maintenance/list-maintenance.ts';
import { lockOperations } from '../../cards/commands/lock-operations.ts';
import { listPartners } from '../../programme/partners/list-partners.ts';
import { lockWaitingCodes } from '../../people/sms-codes/lock-waiting-codes.ts';
import { LISTED, listBalances, listCompanies, type ListedBalances } from './balance-store.ts';
import type { FoundForBatch } from './batch-books.ts';
import type { Deed, DeedNeeds } from './deed.ts';

/**
 * Locks and reads what the deeds need, in one round trip. Every batch in every process locks in this order: the money of
 * its companies, operations, codes. Everything is read under these locks, so that what their previous holders wrote is
 * seen. Of companies whose money is not free within `patienceMs` nothing is locked or found.
 */
export async function findForBatch(
  ctx: Context,
  tx: Db,
  deeds: readonly Deed[],
  about: { now: Date; patienceMs: number },
): Promise<FoundForBatch> {
  const { now, patienceMs } = about;
  const companyIds = companiesOf(deeds);
  const known = knownAccounts(ctx);
  const needs = deeds.map((deed) => deed.needs);
  const places = needs.flatMap((one) => one.places);
  const cards = deeds.flatMap(({ companyId, needs: { cardIds = [] } }) =>
    cardIds.map((cardId) => ({ companyId, cardId })),
  );
  const shown = distinct(deeds.flatMap((deed) => (deed.needs.balances ? [deed.companyId] : [])));
  const shownIds = new Set(shown);
  const isListed = (place: AccountPlace) => shownIds.has(place.companyId) && LISTED.has(place.kind);
  const locked = lockFreeMoney(tx, companyIds, patienceMs);
  const [
    free,
    others,
    operations,
    codes,
    keys,
    companies,
    maintenance,
    moving,
    listed,
    partners,
    own,
    asked,
    kept,
  ] = await Promise.all([
    locked,
    ifAny(
      places.filter((one) => !isListed(one)),
      (all) => listPlaces(tx, known, all),
    ),
    ifAny(distinct(needs.flatMap((one) => one.operationId ?? [])), (ids) => lockOperations(tx, ids)),
    ifAny(codeOwners(deeds), (users) => lockWaitingCodes(tx, users, now)),
    ifAny(keysOf(deeds), (all) => findMovingKeys(tx, all, now)),
    listCompanies(tx, companyIds),
    listMaintenance(tx, now),
    ifAny(cards, (all) => findMovingCards(tx, all)),
    ifAny(shown, (ids) => listBalances(tx, known, ids, locked)),
    ifAny(shown, () => listPartners(tx)),
    ifAny(newRows(needs, 'distribution'), (counts) => drawIds(tx, 'distribution_id_seq', sumOf(counts))),
    ifAny(newRows(needs, 'operation'), (counts) => drawIds(tx, 'operation_id_seq', sumOf(counts))),
    ifAny(
      deeds.flatMap((deed) => deed.requestKey ?? []),
      (keys) => listKept(tx, keys),
    ),
  ]);
  return {
    free,
    accounts: new Map([...listedAccounts(places.filter(isListed), known, listed), ...(others ?? [])]),
    idAt: known.idAt,
    movingCards: places.filter((one) => one.kind === 'card'),
    operations: operations ?? new Map(),
    codes: codes ?? [],
    keys: keys ?? [],
    companies,
    maintenance,
    cards: moving ?? [],
    listed: listed ?? new Map(),
    titles: new Map(partners?.map(({ id, title }) => [id, title])),
    ids: { distribution: own ?? [], operation: asked ?? [] },
    kept: kept ?? new Map(),
  };
}

/** Those of the deeds' accounts whose balances are listed anyway. */
function listedAccounts(
  places: readonly AccountPlace[],
  known: KnownAccounts,
  listed: ReadonlyMap<number, ListedBalances> | null,
): Map<number, LockedAccount> {
  const accounts = new Map<number, LockedAccount>();
  for (const place of places) {
    const { companyId } = place;
    const id = known.idAt(place);
    const own = listed?.get(companyId);
    const index = own?.accounts.findIndex((one) => one.id === id) ?? -1;
    if (!own || id === undefined || index < 0) continue;
    const floor = own.floors[index] ?? null;
    accounts.set(id, {
      id,
      companyId,
      balance: own.balances[index] as Kopecks,
      floor: floor === null ? null : kopecks(floor),
    });
  }
  return accounts;
}

async function ifAny<Asked, Found>(
  asked: readonly Asked[],
  find: (asked: readonly Asked[]) => Promise<Found>,
): Promise<Found | null> {
  return asked.length > 0 ? find(asked) : null;
}

function codeOwners(deeds: readonly Deed[]): { userId: number; companyId: number }[] {
  return deeds.flatMap(({ companyId, needs: { code } }) =>
    code === undefined ? [] : [{ userId: code.userId, companyId }],
  );
}

function keysOf(deeds: readonly Deed[]): { companyId: number; keyId: number }[] {
  const asked = deeds.flatMap(({ companyId, needs: { keyId } }) =>
    keyId === undefined ? [] : [{ companyId, keyId }],
  );
  return [...new Map(asked.map((one) => [one.keyId, one])).values()];
}

/** How many rows of a kind each deed will write that writes any. */
function newRows(needs: readonly DeedNeeds[], kind: DeedNeeds['newId']): number[] {
  return needs.filter((one) => one.newId === kind).map(({ newIds = 1 }) => newIds);
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, one) => sum + one, 0);
}

/** The companies whose rows a batch may see. */
export function companiesOf(deeds: readonly Deed[]): number[] {
  return distinct(deeds.map((deed) => deed.companyId));
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
