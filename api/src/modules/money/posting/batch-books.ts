import { COMPANY_BLOCKED } from '#contract/companies/blocks.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { notAllowed, notFound, unavailable } from '../../../errors.ts';
import { toAuditLine, type AuditLine } from '../../../audit/record-event.ts';
import { crossesThreshold, type Threshold } from '../balance-alert/balance-threshold.ts';
import type { MovingCard } from '../../cards/cards/cards.ts';
import type { MovingKey } from '../../companies/keys/keys.ts';
import { lockedKeys, type LockedKeys } from '../../companies/keys/locked-keys.ts';
import type { AccountPlace, LockedAccount, Transfer } from '../ledger/account.ts';
import { planTransfers, type TransferPlan } from '../ledger/plan-transfers.ts';
import { type FinishedOperation, toNewCommand } from '../../cards/commands/operation-lifecycle.ts';
import type { NewCommand } from '../../cards/commands/network-commands.ts';
import type { OperationRecord } from '../../cards/commands/operations.ts';
import type { AnyEvent } from '../../messaging/notices/notify.ts';
import { lockedCodes, type LockedCodes } from '../../messaging/sms-codes/locked-codes.ts';
import type { WaitingCode } from '../../messaging/sms-codes/sms-codes.ts';
import type { ListedBalances, ListedCompany } from './balance-store.ts';
import { ownUnallocated, type Balances } from './balances.ts';
import { type Books, toTransfer } from './money-movement.ts';
import type { NewDistribution } from './distribution-store.ts';
import type { StoredRequest } from '../../../http/stored-request.ts';

/** Rows that a batch of movements needs, read and locked in its transaction. */
export interface FoundForBatch {
  /** The companies whose money was free; of the others nothing was read. */
  free: ReadonlySet<number>;
  /** Accounts by id. */
  accounts: Map<number, LockedAccount>;
  idAt(place: AccountPlace): number | undefined;
  /** Cards that the movements move money to or from. */
  movingCards: AccountPlace[];
  companies: Map<number, ListedCompany>;
  maintenance: Map<number, string>;
  cards: MovingCard[];
  codes: WaitingCode[];
  keys: MovingKey[];
  operations: Map<number, OperationRecord>;
  /** Balances before the batch, of companies whose balances a movement needs. */
  listed: Map<number, ListedBalances>;
  /** Titles of the networks. */
  titles: Map<number, string>;
  ids: { distribution: number[]; operation: number[] };
  storedRequests: Map<string, StoredRequest>;
}

/** Rows that a batch of movements has decided to write. */
export interface DecidedByBatch {
  plan: TransferPlan;
  codes: LockedCodes;
  keys: LockedKeys;
  distributions: NewDistribution[];
  commands: NewCommand[];
  finished: FinishedOperation[];
  lines: AuditLine[];
  published: AnyEvent[];
  crossed: Set<Threshold>;
}

/** Builds the books of a batch. Its movements decide one after another, in memory. */
export function batchBooks(found: FoundForBatch, now: Date): { books: Books; decided: DecidedByBatch } {
  const plan = planTransfers(found.accounts);
  const codes = lockedCodes(found.codes, now);
  const keys = lockedKeys(found.keys, now);
  const decided: DecidedByBatch = {
    plan,
    codes,
    keys,
    distributions: [],
    commands: [],
    finished: [],
    lines: [],
    published: [],
    crossed: new Set(),
  };
  const movingCards = Map.groupBy(found.movingCards, (accountPlace) => accountPlace.companyId);

  function accountAt(place: AccountPlace): LockedAccount | undefined {
    const id = found.idAt(place);
    return id === undefined ? undefined : plan.accountAt(id);
  }

  function account(place: AccountPlace): LockedAccount {
    const locked = accountAt(place);
    if (!locked) throw new Error(`no ledger account at ${JSON.stringify(place)}`);
    return locked;
  }

  /** Cards are listed as one sum; what the batch has moved on them is added. */
  function movedOnCards(companyId: number): number {
    const cards = new Set(movingCards.get(companyId)?.flatMap((place) => accountAt(place) ?? []));
    let moved = 0;
    for (const { id, balance } of cards) moved += balance - (found.accounts.get(id) as LockedAccount).balance;
    return moved;
  }

  /** The consequences of changed unallocated funds, in their order. */
  function recordUnallocated(transfers: readonly Transfer[]): void {
    const companyId = transfers[0]?.companyId as number;
    const locked = accountAt({ companyId, kind: 'unallocated' });
    if (
      !locked ||
      !transfers.some((transfer) => [transfer.fromAccountId, transfer.toAccountId].includes(locked.id))
    )
      return;
    const { balance } = locked;
    const { credit, threshold } = company(companyId);
    // As in new-accounts.ts: a floor that a lowered credit left too low follows incoming money.
    if (transfers.some((transfer) => transfer.toAccountId === locked.id)) {
      plan.setFloor(locked.id, kopecks(Math.min(-credit, balance)));
    }
    if (threshold && crossesThreshold(threshold, ownUnallocated({ unallocated: balance }))) {
      decided.crossed.add(threshold);
    }
  }

  function company(companyId: number): ListedCompany {
    const known = found.companies.get(companyId);
    if (!known) throw new Error(`company ${companyId} is not of this batch`);
    return known;
  }

  const books: Books = {
    now,
    account,
    // Another movement of the batch may have named this card for another company.
    requireCard({ companyId, cardId }) {
      const card = found.cards.find(
        (movingCard) => movingCard.companyId === companyId && movingCard.id === cardId,
      );
      if (!card) throw notFound('Карта не найдена');
      return card;
    },
    assertAtWork(companyId) {
      if (company(companyId).isBlocked) throw notAllowed(COMPANY_BLOCKED);
    },
    assertNotInMaintenance(partnerIds) {
      for (const id of [0, ...partnerIds]) {
        const message = found.maintenance.get(id);
        if (message !== undefined) throw unavailable(message);
      }
    },
    checkCode: (input) => codes.check(input),
    spendCode: (codeId) => codes.spend(codeId),
    checkKey: (requested) => keys.check(requested),
    spendKey: (spending) => keys.spend(spending),
    operation(id) {
      const isFinished = decided.finished.some((finishedOperation) => finishedOperation.id === id);
      return isFinished ? null : (found.operations.get(id) ?? null);
    },
    post(movements) {
      const transfers = movements.map((movement) => toTransfer(movement, account));
      const posting = plan.add(transfers);
      if (posting.ok && !posting.repeated) recordUnallocated(transfers);
      return posting;
    },
    newId(of) {
      const id = found.ids[of].pop();
      if (id === undefined) throw new Error(`no id of an ${of} was drawn`);
      return id;
    },
    addDistribution: (id, about) => void decided.distributions.push({ id, ...about }),
    addOperation: (id, requested) => void decided.commands.push(toNewCommand(id, requested, now)),
    finishOperation: (finished) => void decided.finished.push(finished),
    record: (event) => void decided.lines.push(toAuditLine({ at: now, ...event })),
    publish: (event) => void decided.published.push(event),
    balances(companyId) {
      const listed = found.listed.get(companyId);
      if (!listed) throw new Error(`the balances of company ${companyId} were not asked for`);
      const balances = computeBalances(company(companyId), listed, { plan, titles: found.titles });
      return { ...balances, cards: kopecks(balances.cards + movedOnCards(companyId)) };
    },
  };
  return { books, decided };
}

function computeBalances(
  { usesEdo, credit }: ListedCompany,
  { accounts, balances: listed, cards }: ListedBalances,
  { plan, titles }: { plan: TransferPlan; titles: Map<number, string> },
): Balances {
  const balances: Balances = {
    usesEdo,
    credit,
    unallocated: kopecks(0),
    inTransit: kopecks(0),
    cards,
    partners: [],
  };
  const debts = new Map<number, Kopecks>();
  for (const [index, { id, kind, partnerId = 0 }] of accounts.entries()) {
    const balance = plan.accountAt(id)?.balance ?? (listed[index] as Kopecks);
    if (kind === 'unallocated') balances.unallocated = balance;
    else if (kind === 'in-transit') balances.inTransit = balance;
    else if (kind === 'debt') debts.set(partnerId, balance);
    else {
      const title = titles.get(partnerId) ?? '';
      balances.partners.push({ accountId: id, partnerId, title, balance, debt: kopecks(0) });
    }
  }
  for (const partner of balances.partners) partner.debt = debts.get(partner.partnerId) ?? kopecks(0);
  balances.partners.sort((a, b) => a.partnerId - b.partnerId);
  return balances;
}
