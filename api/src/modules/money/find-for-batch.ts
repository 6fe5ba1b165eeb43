import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { listKept } from '../../http/request-key.ts';
import { lockThresholds } from '../balance-alert/threshold-store.ts';
import { findMovingCards } from '../cards/card-store.ts';
import type { AccountPlace, LockedAccount } from '../ledger/account.ts';
import { knownAccounts, type KnownAccounts } from '../ledger/known-accounts.ts';
import { lockPlaces } from '../ledger/ledger-store.ts';
import { listMaintenance } from '../maintenance/maintenance-store.ts';
import { drawOperationIds, lockOperations } from '../operations/operation-store.ts';
import { listPartners } from '../partners/partner-store.ts';
import { lockWaitingCodes } from '../sms-codes/sms-code-store.ts';
import { listBalances, listCompanies, type ListedBalances } from './balance-store.ts';
import type { FoundForBatch } from './batch-books.ts';
import type { Deed, DeedNeeds } from './deed.ts';
import { drawDistributionIds } from './distribution-store.ts';

/**
 * Reads and locks what the deeds need, in one round trip. Every batch in every process locks in this order, and
 * within each statement by id: accounts except those of debts, thresholds, operations, codes. Everything else is read under the locks, so
 * that what their previous holders wrote is seen.
 */
export async function findForBatch(
  ctx: Context,
  tx: Db,
  deeds: readonly Deed[],
  now: Date,
): Promise<FoundForBatch> {
  const companyIds = companiesOf(deeds);
  const known = knownAccounts(ctx);
  const needs = deeds.map((deed) => deed.needs);
  const places = needs.flatMap((one) => one.places);
  const cards = deeds.flatMap(({ companyId, needs: { cardId } }) =>
    cardId === undefined ? [] : [{ companyId, cardId }],
  );
  const shown = distinct(deeds.flatMap((deed) => (deed.needs.balances ? [deed.companyId] : [])));
  const [
    accounts,
    thresholds,
    operations,
    codes,
    companies,
    maintenance,
    moving,
    listed,
    partners,
    own,
    asked,
    kept,
  ] = await Promise.all([
    lockPlaces(
      tx,
      known,
      places.filter((one) => one.kind !== 'debt'),
    ),
    lockThresholds(tx, companyIds),
    ifAny(named(needs, 'operationId'), (ids) => lockOperations(tx, ids)),
    ifAny(named(needs, 'codesOf'), (userIds) => lockWaitingCodes(tx, userIds, now)),
    listCompanies(tx, companyIds),
    listMaintenance(tx, now),
    ifAny(cards, (all) => findMovingCards(tx, all)),
    ifAny(shown, (ids) => listBalances(tx, known, ids)),
    ifAny(shown, () => listPartners(tx)),
    ifAny(newRows(needs, 'distribution'), ({ length }) => drawDistributionIds(tx, length)),
    ifAny(newRows(needs, 'operation'), ({ length }) => drawOperationIds(tx, length)),
    ifAny(
      deeds.flatMap((deed) => deed.requestKey ?? []),
      (keys) => listKept(tx, keys),
    ),
  ]);
  for (const place of places) if (place.kind === 'debt') addDebt(accounts, known, place, listed);
  return {
    accounts,
    idAt: known.idAt,
    movingCards: places.filter((one) => one.kind === 'card'),
    thresholds,
    operations: operations ?? new Map(),
    codes: codes ?? [],
    companies,
    maintenance,
    cards: moving ?? [],
    listed: listed ?? new Map(),
    titles: new Map(partners?.map(({ id, title }) => [id, title])),
    ids: { distribution: own ?? [], operation: asked ?? [] },
    kept: kept ?? new Map(),
  };
}

/**
 * What a company owes to a network is written only under the lock of its account for that network (docs/money.md), and it
 * is listed after that is locked: it needs no lock of its own.
 */
function addDebt(
  accounts: Map<number, LockedAccount>,
  known: KnownAccounts,
  place: AccountPlace,
  listed: Map<number, ListedBalances> | null,
): void {
  const { companyId } = place;
  const guard = known.idAt({ ...place, kind: 'partner' });
  const own = listed?.get(companyId);
  const id = known.idAt(place);
  const index = own?.accounts.findIndex((one) => one.id === id) ?? -1;
  if (id === undefined || index < 0 || guard === undefined || !accounts.has(guard)) {
    throw new Error(`the debt at ${JSON.stringify(place)} is not guarded`);
  }
  accounts.set(id, { id, companyId, balance: own?.balances[index] as Kopecks, floor: null });
}

async function ifAny<Asked, Found>(
  asked: readonly Asked[],
  find: (asked: readonly Asked[]) => Promise<Found>,
): Promise<Found | null> {
  return asked.length > 0 ? find(asked) : null;
}

function named(needs: readonly DeedNeeds[], what: 'operationId' | 'codesOf'): number[] {
  return distinct(needs.flatMap((one) => one[what] ?? []));
}

function newRows(needs: readonly DeedNeeds[], kind: DeedNeeds['newId']): DeedNeeds[] {
  return needs.filter((one) => one.newId === kind);
}

/** The companies whose rows a batch may see. */
export function companiesOf(deeds: readonly Deed[]): number[] {
  return distinct(deeds.map((deed) => deed.companyId));
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
