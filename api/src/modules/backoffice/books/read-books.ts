import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { sumBankAccounts, sumUnplaced, type BankSide } from '../../money/bank/balances/sum-bank-accounts.ts';
import { sumBonusesOfNetworks, sumPaidToNetworks } from '../../money/bank/network-payments.ts';
import type { AccountKind } from '../../money/ledger/account.ts';
import { sumAccounts, type AccountSum } from '../../money/ledger/sum-accounts.ts';
import { FIGURES_BY_KIND, type ProgrammeFigure } from './programme-figures.ts';

/** The trial balance of the programme at the end of a Moscow day, in kopecks. */
export interface Books {
  day: string;
  clients: {
    /** Below zero where more credit is in use than money is paid in. */
    unallocated: Kopecks;
    partners: Kopecks;
    /** With what is on hold for fuel. */
    cards: Kopecks;
    inTransit: Kopecks;
    /** Fuel that was sold and that nothing has paid: clients owe it. */
    debt: Kopecks;
  };
  networks: NetworkBooks[];
  /** Sums that each cause has added to the programme's result; discounts are negative. */
  programme: Record<ProgrammeFigure, Kopecks>;
  /** Money on hold for clients until their disputes end. The programme has set aside the same sum. */
  disputes: Kopecks;
  /** Clients' payments less what was paid back to them. */
  received: Kopecks;
  bank: BankSide[];
  /** Money that the bank has received and that is on no client's account. */
  unplaced: Kopecks;
  /** Money received less all its uses. The difference is 0 unless the ledger is damaged. */
  difference: Kopecks;
}

/** Kopecks that the programme has paid to each network, and has got as bonuses, by its id. */
interface NetworkMoney {
  paid: ReadonlyMap<number, Kopecks>;
  bonuses: ReadonlyMap<number, Kopecks>;
}

/** One network: fuel sold to our clients, what we have paid for it, what we owe. */
interface NetworkBooks {
  partnerId: number;
  sold: Kopecks;
  paid: Kopecks;
  balance: Kopecks;
  /** Payments of the network out of the turnover; they are neither in `paid` nor in `balance`. */
  bonuses: Kopecks;
}

/** Returns the trial balance of a day. Its cost does not depend on how long the past is. */
export async function readBooks(
  { programme }: Pick<Context, 'programme'>,
  db: Db,
  day: string,
): Promise<Books> {
  const accounts = programme.accounts().map(({ account }) => account);
  const sums = await sumAccounts(db, day);
  const bank = await sumBankAccounts(db, { accounts, day });
  const unplaced = await sumUnplaced(db, day);
  const networks = {
    paid: await sumPaidToNetworks(db, day),
    bonuses: await sumBonusesOfNetworks(db, day),
  };
  return { day, ...balanceAccounts(sums, networks), bank, unplaced };
}

/** Puts the balances of accounts on their sides. */
function balanceAccounts(
  sums: readonly AccountSum[],
  networks: NetworkMoney,
): Omit<Books, 'day' | 'bank' | 'unplaced'> {
  const sumKind = (kind: AccountKind) =>
    addUp(sums.filter((account) => account.kind === kind).map(({ sum }) => sum));
  const clients = {
    unallocated: sumKind('unallocated'),
    partners: sumKind('partner'),
    cards: addUp([sumKind('card'), sumKind('hold')]),
    inTransit: sumKind('in-transit'),
    debt: negate(sumKind('debt')),
  };
  const programme = sumFigures(sums);
  const received = negate(sumKind('bank'));
  const { debt, ...funds } = clients;
  const disputes = sumKind('dispute-hold');
  const disputed = addUp([disputes, sumKind('dispute-reserve')]);
  const used = addUp([...Object.values(funds), sumKind('network'), ...Object.values(programme), disputed]);
  return {
    clients,
    networks: listNetworks(sums, networks),
    programme,
    disputes,
    received,
    difference: kopecks(received + debt - used),
  };
}

function sumFigures(sums: readonly AccountSum[]): Books['programme'] {
  const ofProgramme = sums.filter(({ kind }) => kind === 'programme');
  const sumFigure = (figure: ProgrammeFigure) =>
    addUp(ofProgramme.filter(({ cause }) => FIGURES_BY_KIND[cause ?? ''] === figure).map(({ sum }) => sum));
  return {
    discounts: sumFigure('discounts'),
    surcharges: sumFigure('surcharges'),
    fees: sumFigure('fees'),
    card_fees: sumFigure('card_fees'),
    corrections: sumFigure('corrections'),
  };
}

/** Lists the networks that have sold or were paid anything, in the order of their ids. */
function listNetworks(sums: readonly AccountSum[], { paid, bonuses }: NetworkMoney): NetworkBooks[] {
  const sold = new Map<number, Kopecks>();
  for (const { kind, partnerId, sum } of sums)
    if (kind === 'network' && partnerId !== null)
      sold.set(partnerId, kopecks((sold.get(partnerId) ?? 0) + sum));
  const partnerIds = [...new Set([...sold.keys(), ...paid.keys(), ...bonuses.keys()])].sort((a, b) => a - b);
  return partnerIds
    .map((partnerId) => {
      const [soldSum, paidSum] = [sold.get(partnerId) ?? ZERO, paid.get(partnerId) ?? ZERO];
      return {
        partnerId,
        sold: soldSum,
        paid: paidSum,
        balance: kopecks(soldSum - paidSum),
        bonuses: bonuses.get(partnerId) ?? ZERO,
      };
    })
    .filter((network) => network.sold !== 0 || network.paid !== 0 || network.bonuses !== 0);
}

const ZERO = kopecks(0);

function addUp(sums: readonly Kopecks[]): Kopecks {
  return kopecks(sums.reduce((total, sum) => total + sum, 0));
}

/** Negating zero must not give a negative zero. */
function negate(sum: Kopecks): Kopecks {
  return kopecks(0 - sum);
}
