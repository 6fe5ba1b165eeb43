import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { drawIds } from '../../../db/columns.ts';
import type { Db } from '../../../db/database.ts';
import { listStoredRequests } from '../../../http/request-key.ts';
import { findMovingCards } from '../../cards/cards/cards.ts';
import { findMovingKeys } from '../../companies/keys/keys.ts';
import type { AccountPlace, LockedAccount } from '../ledger/account.ts';
import { knownAccounts, type KnownAccounts } from '../ledger/known-accounts.ts';
import { listPlaces } from '../ledger/list-places.ts';
import { lockFreeMoney } from '../ledger/lock-money.ts';
import { listMaintenance } from '../../programme/maintenance/maintenance.ts';
import { lockOperations } from '../../cards/commands/operations.ts';
import { listPartners } from '../../programme/partners/partners.ts';
import { lockWaitingCodes } from '../../messaging/sms-codes/sms-codes.ts';
import { LISTED, listBalances, listCompanies, type ListedBalances } from './balance-store.ts';
import type { FoundForBatch } from './batch-books.ts';
import type { MoneyMovement, MovementNeeds } from './money-movement.ts';

/**
 * Locks and reads what the movements need, in one round trip. Every batch in every process locks in this order: the
 * money of its companies, operations, codes. Everything is read under these locks, so that the writes of earlier
 * transactions are visible. Companies whose money is not free within `timeoutMs` are neither locked nor read.
 */
export async function findForBatch(
  ctx: Context,
  tx: Db,
  movements: readonly MoneyMovement[],
  about: { now: Date; timeoutMs: number },
): Promise<FoundForBatch> {
  const { now, timeoutMs } = about;
  const companyIds = listCompanyIds(movements);
  const known = knownAccounts(ctx);
  const needs = movements.map((movement) => movement.needs);
  const places = needs.flatMap((need) => need.places);
  const cards = movements.flatMap(({ companyId, needs: { cardIds = [] } }) =>
    cardIds.map((cardId) => ({ companyId, cardId })),
  );
  const shown = distinct(
    movements.flatMap((movement) => (movement.needs.balances ? [movement.companyId] : [])),
  );
  const shownIds = new Set(shown);
  const isListed = (place: AccountPlace) => shownIds.has(place.companyId) && LISTED.has(place.kind);
  const locked = lockFreeMoney(tx, companyIds, timeoutMs);
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
    requested,
    kept,
  ] = await Promise.all([
    locked,
    findIfAny(
      places.filter((place) => !isListed(place)),
      (all) => listPlaces(tx, known, all),
    ),
    findIfAny(distinct(needs.flatMap((need) => need.operationId ?? [])), (ids) => lockOperations(tx, ids)),
    findIfAny(codeOwners(movements), (users) => lockWaitingCodes(tx, users, now)),
    findIfAny(listRequestedKeys(movements), (all) => findMovingKeys(tx, all, now)),
    listCompanies(tx, companyIds),
    listMaintenance(tx, now),
    findIfAny(cards, (all) => findMovingCards(tx, all)),
    findIfAny(shown, (ids) => listBalances(tx, known, ids, locked)),
    findIfAny(shown, () => listPartners(tx)),
    findIfAny(newRows(needs, 'distribution'), (counts) =>
      drawIds(tx, 'distribution_id_seq', sumCounts(counts)),
    ),
    findIfAny(newRows(needs, 'operation'), (counts) => drawIds(tx, 'operation_id_seq', sumCounts(counts))),
    findIfAny(
      movements.flatMap((movement) => movement.requestKey ?? []),
      (keys) => listStoredRequests(tx, keys),
    ),
  ]);
  return {
    free,
    accounts: new Map([...listedAccounts(places.filter(isListed), known, listed), ...(others ?? [])]),
    idAt: known.idAt,
    movingCards: places.filter((place) => place.kind === 'card'),
    operations: operations ?? new Map(),
    codes: codes ?? [],
    keys: keys ?? [],
    companies,
    maintenance,
    cards: moving ?? [],
    listed: listed ?? new Map(),
    titles: new Map(partners?.map(({ id, title }) => [id, title])),
    ids: { distribution: own ?? [], operation: requested ?? [] },
    storedRequests: kept ?? new Map(),
  };
}

/** Returns those of the movements' accounts whose balances are listed anyway. */
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
    const index = own?.accounts.findIndex((account) => account.id === id) ?? -1;
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

async function findIfAny<Request, Found>(
  args: readonly Request[],
  find: (args: readonly Request[]) => Promise<Found>,
): Promise<Found | null> {
  return args.length > 0 ? find(args) : null;
}

function codeOwners(movements: readonly MoneyMovement[]): { userId: number; companyId: number }[] {
  return movements.flatMap(({ companyId, needs: { code } }) =>
    code === undefined ? [] : [{ userId: code.userId, companyId }],
  );
}

function listRequestedKeys(movements: readonly MoneyMovement[]): { companyId: number; keyId: number }[] {
  const requested = movements.flatMap(({ companyId, needs: { keyId } }) =>
    keyId === undefined ? [] : [{ companyId, keyId }],
  );
  return [...new Map(requested.map((item) => [item.keyId, item])).values()];
}

/** Counts the rows of a kind that each movement will write, for those that write any. */
function newRows(needs: readonly MovementNeeds[], kind: MovementNeeds['newId']): number[] {
  return needs.filter((need) => need.newId === kind).map(({ newIds = 1 }) => newIds);
}

function sumCounts(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The companies whose rows a batch may see. */
export function listCompanyIds(movements: readonly MoneyMovement[]): number[] {
  return distinct(movements.map((movement) => movement.companyId));
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
