import { PARTNER_IDS, type FirstPartnerId } from '#contract/ids.ts';
import type { TariffUnit } from '#contract/programme/tariffs.ts';
import type { GivenPerson } from '../../api/src/testing/givens/factories.ts';

/** The simulation's own books, in plain sums. The product is compared with them, and they are never read from the product. */
export interface Truth {
  companies: Company[];
  delegations: Delegation[];
  owners: Owner[];
  payments: Payment[];
  sales: Sale[];
  /** Questions that pumps have asked. */
  fillings: number;
  /** Sales of unknown cards: they wait for a person. */
  strangers: number;
  /** Sales that a network has reported again with another sum. */
  resales: Set<string>;
  userDays: number;
  /** Kopecks that the programme has paid to each network, and that their invoices which staff accepted ask for. */
  paidToNetworks: Record<FirstPartnerId, number>;
  invoiced: Record<FirstPartnerId, number>;
  /** Payment orders of the programme to networks. */
  networkPayments: number;
}

export interface Company {
  id: number;
  inn: string;
  /** Has a session that has entered this company. Some are the admin of two. */
  admin: GivenPerson;
  cards: Card[];
  /** Orders that staff have approved: cards of each network that must come. */
  ordered: { partnerId: FirstPartnerId; count: number }[];
  invoices: { number: string; sum: number }[];
  /** Kopecks that the bank has brought. */
  paidIn: number;
  credit: number;
  /** Days after which it has to be paid; 0: no term. */
  creditDays: number;
  evenings: Evening[];
  distributed: Record<FirstPartnerId, number>;
  revoked: Record<FirstPartnerId, number>;
  /** Movements that the portal has accepted. */
  movements: Movement[];
  /** Moscow day on which it joined, `YYYY-MM-DD`. */
  since: string;
  /** Closed months' УПД. */
  upds: Upd[];
  /** Kopecks that УКД of staff have given back. */
  corrections: { day: string; sum: number }[];
  tariffs: Tariff[];
  /** All of its sales, also those that no network has reported yet. */
  sales: Sale[];
  /** Cards that networks have issued and that it has paid, in kopecks by day; found at each night. */
  cardCharges: { day: string; sum: number }[];
  /** Kopecks of its cards that are in a closed month's documents, by network. */
  printedCards: Record<FirstPartnerId, number>;
  /** Kopecks that it had paid and not used up by the end of `advanceTill`, the last day for which advances are closed. */
  advance: number;
  advanceTill: string;
}

interface Upd {
  month: string;
  partnerId: FirstPartnerId;
  sum: number;
  isCorrected: boolean;
}

/** Companies that staff have put under one owner. */
interface Owner {
  title: string;
  companies: Company[];
}

/** A firm that a company has let in, by its admin, whose session has entered the company. */
export interface Delegation {
  id: number;
  company: Company;
  firm: Company;
  isManager: boolean;
  until: Date | null;
  isEnded: boolean;
  token: string;
}

export interface Card {
  id: number;
  number: string;
  partnerId: FirstPartnerId;
}

/** How staff have changed what a company pays for its fuel of one network. */
export interface TariffTerms {
  change: 'discount' | 'surcharge';
  unit: TariffUnit;
  /** Hundredths of a percent of the sum, or kopecks a litre. */
  rate: number;
  /** Hundredths of a percent of the sum. */
  fee: number;
}

export interface Tariff extends TariffTerms {
  partnerId: FirstPartnerId;
  firstDay: string;
}

/** Kopecks beside the sum of a sale; a refund gives all of them back. */
export interface ClientPrice {
  discount: number;
  surcharge: number;
  fee: number;
}

/** Figures of a company at the end of a day, for penalties of later days. */
export interface Evening {
  day: string;
  /** The range of unallocated funds. */
  min: number;
  max: number;
  /** Kopecks that the bank has brought, and that have come back from anywhere else. */
  paidIn: number;
  back: number;
}

export interface Movement {
  card: Card;
  toCard: boolean;
  sum: number;
  /** Null until the night decides the outcome. */
  done: boolean | null;
}

/** A payment that a bank reports: once, twice or later. */
export interface Payment {
  company: Company;
  number: string;
  sum: number;
  purpose: string;
  inn: string;
  day: string;
  /** Result expected by the rules of matching. */
  expected: 'credited' | 'review';
  timesReported: number;
  /** Files that it is left out of first. */
  late: number;
}

export interface Sale {
  externalId: string;
  company: Company;
  card: Card;
  /** Positive: a purchase takes it from the card, a refund gives it back. */
  sum: number;
  refundedSale: Sale | null;
  soldAt: Date;
  /** Moment from which the network reports the sale. */
  reportedAt: Date;
  /** Kopecks beside its sum, by the company's tariff. */
  price: ClientPrice;
  /** Whether it is in a closed month's documents. */
  isPrinted: boolean;
}

/** Returns the last day of a month `YYYY-MM`. */
export function findLastDay(month: string): string {
  const day = new Date(`${month}-01T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + 1, 0);
  return day.toISOString().slice(0, 10);
}

export function emptyTruth(): Truth {
  return {
    companies: [],
    delegations: [],
    owners: [],
    payments: [],
    sales: [],
    fillings: 0,
    strangers: 0,
    resales: new Set(),
    userDays: 0,
    paidToNetworks: noSums(),
    invoiced: noSums(),
    networkPayments: 0,
  };
}

export function noSums(): Record<FirstPartnerId, number> {
  return Object.fromEntries(PARTNER_IDS.map((id) => [id, 0])) as Record<FirstPartnerId, number>;
}

/** Kopecks of a sale, below zero for a refund. */
export const signed = ({ refundedSale, sum }: Sale): number => (refundedSale ? -sum : sum);

export const total = (sums: readonly number[]): number => sums.reduce((sum, value) => sum + value, 0);

/** Returns the other companies of a company's admin. */
export function listFurther({ companies }: Truth, { id, admin }: Company): Company[] {
  return companies.filter((company) => company.admin.id === admin.id && company.id !== id);
}

/** A delegation counts until a side ends it or its term is over. */
export function isOpen({ isEnded, until }: Delegation, now: Date): boolean {
  return !isEnded && (until === null || until > now);
}

/** Returns the delegation by which a firm acts for the company now. */
export function findDelegation({ delegations }: Truth, company: Company, now: Date): Delegation | undefined {
  return delegations.find((given) => given.company === company && isOpen(given, now));
}
