import type { CardStatusId, LimitPeriod, LimitUnit, PartnerId } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';

/**
 * A fuel network: issues cards, holds their money, decides about blocks and sells fuel. It answers at once, later,
 * twice or never. Every call may throw NetworkUnavailable.
 */
export interface FuelNetwork {
  readonly partnerId: PartnerId;
  /** The periods that it can count a limit in; none where it takes no limits. */
  readonly limitPeriods: readonly LimitPeriod[];
  /** Sends a command. The same `requestId` is the same command: it takes effect once, and gets the same answer. */
  send(command: NetworkCommand): Promise<NetworkAnswer>;
  /**
   * Sends several commands in one call; present only for networks whose wire allows that. Each is sent as by `send` and
   * has its own answer, or an Error in its place, in their order.
   */
  together?: {
    /** Returns how many commands the network takes in a call; 1 until the network has reported its maximum. */
    maxBatch(): number;
    send(commands: readonly NetworkCommand[]): Promise<(NetworkAnswer | Error)[]>;
  };
  /**
   * Returns the outcome of a command. `unknown` means that it has not arrived yet, not that it never will. To be
   * certain, send it again with the same `requestId`.
   */
  ask(requestId: string): Promise<NetworkAnswer | { state: 'unknown' }>;
  /** Distance by which the feed is read again each time, to catch events that became visible late or out of order. */
  readonly feedOverlap: number;
  /**
   * The feed lists sales by their own date and its sequence is a moment in seconds: a sale that the network learns of late
   * stands at its day, before the position already read, for up to `feedOverlap` seconds. In a feed by sequence such a
   * sale comes last.
   */
  readonly feedByDate: boolean;
  /**
   * Events with a sequence above `after`, oldest first. Continue from `next`, at once if there is `more`.
   * At most `limit`, except for a feed by date, which returns a whole period.
   */
  events(after: number, limit: number): Promise<FeedPage>;
  /** Returns the states of all cards. An unreadable card is left out, and a person is notified. */
  cardStates(): Promise<NetworkCardState[]>;
  /**
   * Returns the money of some of its cards, in an order of its own: the next ones after `place`, which an earlier page
   * has named, or the first. An unreadable card is left out, and a person is notified.
   */
  cardPage(place: string | null): Promise<CardPage>;
  /** Returns those of these cards, at most `cardsAtOnce`, that the network knows. */
  cardsNamed(numbers: readonly string[]): Promise<ListedCards>;
  readonly cardsAtOnce: number;
  /**
   * Only for a network without request ids. Stores what a person has found out about a command that the network's own
   * state does not prove. Returns what is stored, which may be the network's answer. Returns null while a write may
   * still be under way, because then the outcome can't be known.
   */
  conclude?(command: NetworkCommand, answer: FinalAnswer): Promise<FinalAnswer | null>;
}

/**
 * `set-goods` also activates a card that is not set up; `set-limit` with null removes the limit.
 * `issue` is answered with the new cards, which are not set up and empty. With `isVirtual` all of them are virtual.
 */
export type NetworkCommand = { requestId: string } & (
  | { kind: 'move-to-card' | 'move-from-card'; cardNumber: string; sumKopecks: Kopecks }
  | { kind: 'block' | 'unblock'; cardNumber: string }
  | { kind: 'issue'; count: number; reference: string; isVirtual?: boolean }
  | { kind: 'set-limit'; cardNumber: string; limit: NetworkLimit | null }
  | { kind: 'set-goods'; cardNumber: string; goodsIds: number[] }
);

export interface NetworkLimit {
  /** Kopecks where `unit` is `sum`, centilitres where it is `amount`. */
  count: number;
  unit: LimitUnit;
  /** A day or a month of Moscow time. */
  period: LimitPeriod;
  /** Goods tree items (3 diesel, 4 petrol, 5 gas) that the limit counts; none means all of them. */
  goodsGroups: number[];
}

export type NetworkAnswer =
  | { state: 'done'; cards?: IssuedCard[] }
  /** `reason` is a Russian sentence for the user. */
  | { state: 'refused'; reason: string }
  /**
   * The answer comes later, in the feed; `unclear` when a person may have to decide: a Russian sentence about the
   * network's state.
   */
  | { state: 'accepted'; unclear?: string };

export type FinalAnswer = Exclude<NetworkAnswer, { state: 'accepted' }>;

export interface IssuedCard {
  number: string;
  isVirtual: boolean;
}

export type NetworkEvent = { sequence: number } & (
  | ({ kind: 'answer'; requestId: string } & FinalAnswer)
  | ({ kind: 'sale' | 'refund' } & NetworkSale)
);

export interface FeedPage {
  events: NetworkEvent[];
  unreadable: UnreadableRecord[];
  next: number;
  more: boolean;
}

/** An unreadable record: nothing is guessed from it, a person reads it. */
export interface UnreadableRecord {
  /** The network's own id; if that cannot be read either, a digest of its text. */
  key: string;
  /** Record as the network wrote it: JSON. */
  text: string;
  /** Description of the fault, in English. */
  problem: string;
}

export interface NetworkSale {
  /** The network's own id of this sale or of this refund. */
  externalId: string;
  /** The network's own id of the sale that a refund takes back, where the network names it. */
  refundOf?: string;
  cardNumber: string;
  /** Id from `goods.ts`; 0 for anything but fuel. */
  goodsId: number;
  goodsTitle: string;
  centilitres: number;
  unitPriceKopecks: Kopecks;
  /** The sum is positive for a refund, too. */
  sumKopecks: Kopecks;
  address: string;
  soldAt: Date;
}

export interface CardMoney {
  cardNumber: string;
  balanceKopecks: Kopecks;
}

export interface ListedCards {
  cards: CardMoney[];
  /** Number of calls to the network that this took. */
  calls: number;
}

export interface CardPage extends ListedCards {
  /** Place of the next page. Null means that these were the last. */
  next: string | null;
}

export interface NetworkCardState extends CardMoney {
  isVirtual: boolean;
  status: CardStatusId;
  goodsIds: number[];
  limit: NetworkLimit | null;
}

/**
 * A time-out, a broken connection, an error of the network's own, or nonsense. Whether the command took effect is
 * unknown: ask, or send it again with the same id; never assume.
 */
export class NetworkUnavailable extends Error {
  override readonly name = 'NetworkUnavailable';
}
