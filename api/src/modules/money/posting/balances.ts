import { kopecks, type Kopecks } from '#contract/kopecks.ts';

/** All places of a company's money (docs/calls.md 5). */
export interface Balances {
  usesEdo: boolean;
  credit: Kopecks;
  /** Below zero where credit is used. */
  unallocated: Kopecks;
  /** Money in transit to a card or back, waiting for a network. */
  inTransit: Kopecks;
  /** The sum of all cards, with what is on hold for fuel. */
  cards: Kopecks;
  /** The part of it that is on hold for fuel that networks may sell. Absent where it was not asked for. */
  held?: Kopecks;
  partners: PartnerBalance[];
}

export interface PartnerBalance {
  accountId: number;
  partnerId: number;
  title: string;
  balance: Kopecks;
  /** Fuel already sold and not paid: zero or less. */
  debt: Kopecks;
}

/** Balances without names of fields and networks, which take up two thirds of the bytes in JSON. */
export type PackedBalances = [
  usesEdo: boolean,
  credit: Kopecks,
  unallocated: Kopecks,
  inTransit: Kopecks,
  cards: Kopecks,
  partners: [accountId: number, partnerId: number, balance: Kopecks, debt: Kopecks][],
];

export function packBalances(balances: Balances): PackedBalances {
  const { usesEdo, credit, unallocated, inTransit, cards, partners } = balances;
  return [
    usesEdo,
    credit,
    unallocated,
    inTransit,
    cards,
    partners.map((partner) => [partner.accountId, partner.partnerId, partner.balance, partner.debt]),
  ];
}

/** `titles` of the networks by their ids. */
export function unpackBalances(packed: PackedBalances, titles: ReadonlyMap<number, string>): Balances {
  const [usesEdo, credit, unallocated, inTransit, cards, partners] = packed;
  return {
    usesEdo,
    credit,
    unallocated,
    inTransit,
    cards,
    partners: partners.map(([accountId, partnerId, ...sums]) => {
      // The previous version stored the title before the sums.
      const [balance, debt] = sums.slice(-2) as [Kopecks, Kopecks];
      return { accountId, partnerId, title: titles.get(partnerId) ?? '', balance, debt };
    }),
  };
}

/** Returns what can be moved now: unallocated funds plus unused credit. */
export function availableFunds({ unallocated, credit }: Pick<Balances, 'unallocated' | 'credit'>): Kopecks {
  return kopecks(Math.max(0, unallocated + credit));
}

/** Returns the company's own part of the unallocated funds: nothing while credit is used. */
export function ownUnallocated({ unallocated }: Pick<Balances, 'unallocated'>): Kopecks {
  return kopecks(Math.max(0, unallocated));
}

/** The company's own part of all balances, never below zero. */
export function ownFunds(balances: Balances): Kopecks {
  const { unallocated, inTransit, cards } = balances;
  const partners = balances.partners.reduce((sum, partner) => sum + partnerSum(partner), 0);
  return kopecks(Math.max(0, unallocated + inTransit + partners + cards));
}

export function unusedCredit({ unallocated, credit }: Pick<Balances, 'unallocated' | 'credit'>): Kopecks {
  return kopecks(Math.max(0, credit - Math.max(0, -unallocated)));
}

/** A partner account as the screens show it: a debt is visible as a negative sum. */
export function partnerSum({ balance, debt }: Pick<PartnerBalance, 'balance' | 'debt'>): Kopecks {
  return kopecks(balance + debt);
}
