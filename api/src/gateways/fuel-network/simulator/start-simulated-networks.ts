import type { AddressInfo } from 'node:net';
import { Kysely, PostgresDialect } from 'kysely';
import { CARD_STATUS, type CardStatusId, type PartnerId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { connectionsTo } from '../../../db/connections.ts';
import type { Timeouts } from '../../../db/timeouts.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { NetworkLimit, NetworkSale } from '../fuel-network.ts';
import { NETWORK_GOODS } from '../goods.ts';
import { addCard } from './card-store.ts';
import { createTables } from './create-tables.ts';
import { fuelCard, type AskPortal, type FuelOutcome, type Fuelling } from './fuel-card.ts';
import type { Delays, ReceiveOptions } from './receive-command.ts';
import { refundSale, type RefundOutcome } from './refund-sale.ts';
import { addSale, findSale } from './sale-store.ts';
import { serveNetworks } from './serve-networks.ts';
import { settleDue } from './settle-due.ts';
import { fallSilent, endSilence } from './silent-cards.ts';

export interface SimulatedNetworksOptions {
  /** The networks store their data there, in the schema `simulated_network`, which they create themselves. */
  databaseUrl: string;
  clock: Clock;
  apiKey: string;
  /** A free one by default. Reachable only from this machine. */
  port?: number;
  delays?: Partial<Delays>;
  /** Amount below zero to which a purchase may take a card; 0 by default. */
  allowOverdraftKopecks?: number;
  /** Behaviour for tests; see `CardBehaviour`. Without it, or if it returns undefined, the card decides. */
  mood?: ReceiveOptions['mood'];
  timeouts?: Timeouts;
}

export interface SimulatedNetworks {
  apiKey: string;
  /** Returns the base address for `httpFuelNetwork`. */
  baseUrl(partnerId: PartnerId): string;
  /** A driver buys fuel. */
  fuel(fuelling: Fuelling, ask?: AskPortal): Promise<FuelOutcome>;
  /** The station refunds a whole sale. */
  refund(externalId: string): Promise<RefundOutcome>;
  /** Imports cards that were issued elsewhere; a card that is already known is not changed. */
  importCards(cards: ImportedCard[]): Promise<void>;
  /**
   * Imports sales of known cards that were made elsewhere, so that they count in the cards' limits. No money moves and no
   * feed reports them; a sale that is already known is not changed.
   */
  importSales(sales: ImportedSale[]): Promise<void>;
  /** Makes commands to these cards of a sandbox be accepted from now on and never answered. */
  fallSilent(numbers: readonly string[]): Promise<void>;
  /** They are answered again, those that wait first. */
  speakAgain(numbers: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

interface ImportedCard {
  partnerId: PartnerId;
  number: string;
  status: CardStatusId;
  /** Whole kopecks. */
  balanceKopecks: number;
  isVirtual?: boolean;
  /** Default: all goods, or none if the card is not set up. */
  goodsIds?: number[];
  limit?: NetworkLimit | null;
}

export type ImportedSale = NetworkSale & { partnerId: PartnerId };

/** Cards are promised within 10 s (docs/calls.md 8). Of these the portal takes 2.5 s over the largest order on a busy machine. */
const DELAYS: Delays = { blockMs: 3000, issueMs: 6000, flakyMs: 60_000 };

/**
 * Starts the fuel networks of the demonstration: a real HTTP server on this machine, where money moves in the same
 * transaction that stores the answer to the request. A restart or a kill at any moment loses and repeats nothing.
 */
export async function startSimulatedNetworks(options: SimulatedNetworksOptions): Promise<SimulatedNetworks> {
  const { clock, apiKey, mood } = options;
  const db = openDatabase(options.databaseUrl, options.timeouts);
  try {
    await createTables(db);
    const server = serveNetworks(db, { clock, apiKey, mood, delays: { ...DELAYS, ...options.delays } });
    await server.listen({ host: '127.0.0.1', port: options.port ?? 0 });
    const { port } = server.server.address() as AddressInfo;

    return {
      apiKey,
      baseUrl: (partnerId) => `http://127.0.0.1:${port}/networks/${partnerId}`,
      async fuel(fuelling, ask) {
        await settleDue(db, clock.now());
        return fuelCard(db, clock.now(), fuelling, {
          overdraftKopecks: options.allowOverdraftKopecks ?? 0,
          ask,
        });
      },
      refund: (externalId) => refundSale(db, clock.now(), externalId),
      importCards: (cards) => importCards(db, cards),
      importSales: (sales) => importSales(db, sales),
      fallSilent: (numbers) => fallSilent(db, numbers),
      speakAgain: (numbers) => endSilence(db, clock.now(), numbers),
      async stop() {
        await server.close();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

function openDatabase(databaseUrl: string, timeouts?: Timeouts): Kysely<unknown> {
  const pool = connectionsTo(databaseUrl, { timeouts }).pool({
    name: 'simulated networks',
    max: 5,
  });
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
}

async function importCards(db: Kysely<unknown>, cards: ImportedCard[]): Promise<void> {
  const everything = NETWORK_GOODS.map(({ id }) => id);
  await db.transaction().execute(async (trx) => {
    for (const card of cards) {
      await addCard(trx, {
        cardNumber: card.number,
        partnerId: card.partnerId,
        isVirtual: card.isVirtual ?? false,
        status: card.status,
        balanceKopecks: kopecks(card.balanceKopecks),
        goodsIds: card.goodsIds ?? (card.status === CARD_STATUS.notSetUp ? [] : everything),
        limit: card.limit ?? null,
      });
    }
  });
}

async function importSales(db: Kysely<unknown>, sales: ImportedSale[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { partnerId, ...sale } of sales) {
      if (await findSale(trx, sale.externalId)) continue;
      await addSale(trx, partnerId, { ...sale, soldAt: sale.soldAt.toISOString() });
    }
  });
}
