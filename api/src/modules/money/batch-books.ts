import { kopecks } from '#contract/kopecks.ts';
import { unavailable } from '../../errors.ts';
import type { KeptRequest } from '../../http/request-key.ts';
import type { AuditRecord } from '../audit/record-event.ts';
import { crosses, type Threshold } from '../balance-alert/threshold.ts';
import type { MovingCard } from '../cards/card-store.ts';
import type { LockedAccount, Transfer } from '../ledger/account.ts';
import { placeKey } from '../ledger/ledger-store.ts';
import { planTransfers, type TransferPlan } from '../ledger/plan-transfers.ts';
import type { FinishedOperation, NewCommand, OperationRecord } from '../operations/operation-store.ts';
import { commandOf } from '../operations/start-operation.ts';
import { codesInHand, type CodesInHand } from '../sms-codes/codes-in-hand.ts';
import type { WaitingCode } from '../sms-codes/sms-code-store.ts';
import type { ListedAccount, ListedCompany } from './balance-store.ts';
import { availableFunds, type Balances } from './balances.ts';
import type { Books } from './deed.ts';
import type { NewDistribution } from './distribution-store.ts';

/** Everything that a batch of deeds needs, read and locked in its transaction. */
export interface FoundForBatch {
  /** By `placeKey`. */
  accounts: Map<string, LockedAccount>;
  companies: Map<number, ListedCompany>;
  thresholds: Threshold[];
  maintenance: Map<number, string>;
  cards: MovingCard[];
  codes: WaitingCode[];
  operations: Map<number, OperationRecord>;
  /** The accounts of companies whose balances a deed asks for. */
  listed: ListedAccount[];
  /** Titles of the networks. */
  titles: Map<number, string>;
  ids: { distribution: number[]; operation: number[] };
  kept: Map<string, KeptRequest>;
}

/** Everything that a batch of deeds has decided, to be written. */
export interface DecidedByBatch {
  plan: TransferPlan;
  codes: CodesInHand;
  distributions: NewDistribution[];
  commands: NewCommand[];
  finished: FinishedOperation[];
  events: AuditRecord[];
  crossed: Set<Threshold>;
}

/** The books of a batch: its deeds decide one after another, in memory. */
export function batchBooks(found: FoundForBatch, now: Date): { books: Books; decided: DecidedByBatch } {
  const plan = planTransfers(new Map([...found.accounts.values()].map((account) => [account.id, account])));
  const codes = codesInHand(found.codes, now);
  const decided: DecidedByBatch = {
    plan,
    codes,
    distributions: [],
    commands: [],
    finished: [],
    events: [],
    crossed: new Set(),
  };
  const thresholds = new Map(found.thresholds.map((one) => [one.companyId, one]));
  const listed = Map.groupBy(found.listed, (one) => one.companyId);
  const cards = lockedCards(found.accounts);

  const account: Books['account'] = (place) => {
    const locked = found.accounts.get(placeKey(place));
    if (!locked) throw new Error(`no ledger account at ${JSON.stringify(place)}`);
    return plan.accountAt(locked.id) as LockedAccount;
  };

  /** The consequences of changed unallocated funds, in their order. */
  function noteUnallocated(transfers: readonly Transfer[]): void {
    const companyId = transfers[0]?.companyId as number;
    const locked = found.accounts.get(placeKey({ companyId, kind: 'unallocated' }));
    if (!locked || !transfers.some((one) => [one.fromAccountId, one.toAccountId].includes(locked.id))) return;
    const { balance } = plan.accountAt(locked.id) as LockedAccount;
    const { credit } = company(companyId);
    // As in tighten-floor.ts: a floor that a lowered credit left too low follows incoming money.
    if (transfers.some((one) => one.toAccountId === locked.id)) {
      plan.setFloor(locked.id, kopecks(Math.min(-credit, balance)));
    }
    const threshold = thresholds.get(companyId);
    if (threshold && crosses(threshold, availableFunds({ unallocated: balance, credit }))) {
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
    // Another deed of the batch may have named this card for another company.
    card: ({ companyId, cardId }) =>
      found.cards.find((one) => one.companyId === companyId && one.id === cardId) ?? null,
    assertNotInMaintenance(partnerIds) {
      for (const id of [0, ...partnerIds]) {
        const message = found.maintenance.get(id);
        if (message !== undefined) throw unavailable(message);
      }
    },
    checkCode: (said) => codes.check(said),
    spendCode: (codeId) => codes.spend(codeId),
    operation(id) {
      const isFinished = decided.finished.some((one) => one.id === id);
      return isFinished ? null : (found.operations.get(id) ?? null);
    },
    post(transfers) {
      const posting = plan.add(transfers);
      if (posting.ok && !posting.repeated) noteUnallocated(transfers);
      return posting;
    },
    newId(of) {
      const id = found.ids[of].pop();
      if (id === undefined) throw new Error(`no id of an ${of} was drawn`);
      return id;
    },
    addDistribution: (id, about) => void decided.distributions.push({ id, ...about }),
    addOperation: (id, asked) => void decided.commands.push(commandOf(id, asked, now)),
    finishOperation: (finished) => void decided.finished.push(finished),
    record: (event) => void decided.events.push({ at: now, ...event }),
    balances(companyId) {
      const movedOnCards = (cards.get(companyId) ?? []).reduce(
        (sum, { id, balance }) => sum + (plan.accountAt(id)?.balance ?? balance) - balance,
        0,
      );
      return balancesOf(company(companyId), listed.get(companyId) ?? [], {
        plan,
        movedOnCards,
        titles: found.titles,
      });
    },
  };
  return { books, decided };
}

/** Cards are listed as one sum from before the batch; what moves on them is added. */
function lockedCards(accounts: FoundForBatch['accounts']): Map<number, LockedAccount[]> {
  const cards = [...accounts].filter(([place]) => place.includes(':card:')).map(([, account]) => account);
  return Map.groupBy(cards, (account) => account.companyId);
}

function balancesOf(
  { usesEdo, credit }: ListedCompany,
  listed: readonly ListedAccount[],
  { plan, movedOnCards, titles }: { plan: TransferPlan; movedOnCards: number; titles: Map<number, string> },
): Balances {
  const balances: Balances = {
    usesEdo,
    credit,
    unallocated: kopecks(0),
    inTransit: kopecks(0),
    cards: kopecks(movedOnCards),
    partners: [],
  };
  const debts = new Map<number | null, number>();
  for (const account of listed) {
    const { id, kind, partnerId } = account;
    const balance = kopecks((id === null ? undefined : plan.accountAt(id)?.balance) ?? account.balance);
    if (kind === 'unallocated') balances.unallocated = balance;
    else if (kind === 'in-transit') balances.inTransit = balance;
    else if (kind === 'card') balances.cards = kopecks(balances.cards + balance);
    else if (kind === 'debt') debts.set(partnerId, balance);
    else if (id !== null && partnerId !== null) {
      const title = titles.get(partnerId) ?? '';
      balances.partners.push({ accountId: id, partnerId, title, balance, debt: kopecks(0) });
    }
  }
  for (const partner of balances.partners) partner.debt = kopecks(debts.get(partner.partnerId) ?? 0);
  balances.partners.sort((one, other) => one.partnerId - other.partnerId);
  return balances;
}
