import { type PartnerId, SANDBOX_NETWORK } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { NetworkUnavailable, type FuelNetwork } from '../../../gateways/fuel-network/fuel-network.ts';
import { makeCallBudget, partOfBudget, type CallBudget, isSpent } from './call-budget.ts';
import {
  listCardDifferences,
  listComparedSides,
  storeCompared,
  listDueCards,
  markDue,
  type ComparedSide,
} from './card-comparison-store.ts';
import { strayDifference, type CardDifference } from './card-difference.ts';
import { countCardsOfNetworks } from './card-pass-store.ts';
import { compareListed } from './compare-listed.ts';
import { withSnapshot } from './check-log.ts';
import type { ReconciliationTrigger } from './reconciliation-store.ts';
import { listStandingStrays, storeStrays, listStrays } from './stray-card-store.ts';
import { compareNamed } from './compare-named.ts';
import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';

export interface ComparedCards {
  differences: CardDifference[];
  /** Number of our cards that were compared. */
  cards: number;
  /** Networks that answered. */
  networks: PartnerId[];
  /** Money of both sides, of those networks. */
  sides: ComparedSide[];
}

/** Maximum number of reports of a kind. A network that has lost its cards would fill a report with millions. */
const MAX_CARDS = 1000;
/** Share of a budget for the cards that have moved, so that the others always get their turn. */
const MOVED_CARDS_SHARE = 0.75;
/** A user watches the page and waits. */
const BY_HAND_MINUTES = 1 / 3;

/**
 * Compares the money on our cards with their networks: first the cards that have moved, then the next part of all
 * others, or all cards on command. Each network has its own budget, and networks are called in parallel. A network that
 * can't be called for any reason is left out, and the books are reported anyway.
 */
export async function compareCards(ctx: Context, askedBy: ReconciliationTrigger): Promise<ComparedCards> {
  await markMovedCards(ctx);
  const since = ctx.clock.now();
  const max = await readShares(ctx, askedBy);
  const requested = await Promise.all(
    ctx.networkIds().map(async (partnerId) => {
      const budget = openBudget(ctx, askedBy);
      const cards = await askNetwork(ctx, partnerId, { since, budget, max: max(partnerId) });
      return cards === null ? [] : [{ partnerId, cards }];
    }),
  );
  const answered = requested.flat();
  const networks = answered.map((item) => item.partnerId);
  const strays = await listStandingStrays(ctx.db.system, networks, MAX_CARDS);
  return {
    differences: [
      ...(await listCardDifferences(ctx.db.system, networks, MAX_CARDS)),
      ...strays.map(({ partnerId, ...card }) => strayDifference(partnerId, card)),
    ],
    cards: answered.reduce((sum, item) => sum + item.cards, 0),
    networks,
    sides: await withSnapshot(ctx, (tx) => listComparedSides(tx, { partnerIds: networks, since })),
  };
}

/**
 * Returns how many cards of a network's list to read. At night it is enough for all to have their turn within the
 * nights.
 */
async function readShares(
  ctx: Context,
  askedBy: ReconciliationTrigger,
): Promise<(partnerId: PartnerId) => number> {
  if (askedBy !== 'nightly') return () => Infinity;
  const { nights, least } = ctx.config.cardComparison;
  const counts = await withSnapshot(ctx, countCardsOfNetworks);
  // A night more than is needed: the list grows meanwhile.
  const share = (partnerId: PartnerId) => Math.ceil((counts.get(partnerId) ?? 0) / Math.max(1, nights - 1));
  return (partnerId) => Math.max(least, share(partnerId));
}

function openBudget(ctx: Context, askedBy: ReconciliationTrigger): CallBudget {
  if (askedBy === 'command') return { calls: Infinity, until: Infinity };
  const { calls, minutes } = ctx.config.cardComparison;
  return makeCallBudget(ctx.clock, {
    calls,
    minutes: askedBy === 'by-hand' ? Math.min(minutes, BY_HAND_MINUTES) : minutes,
  });
}

/** Returns how many of the network's cards were compared, or null if it can't be called. Earlier comparisons stay. */
async function askNetwork(
  ctx: Context,
  partnerId: PartnerId,
  args: { since: Date; budget: CallBudget; max: number },
): Promise<number | null> {
  try {
    return await compareNetwork(ctx, ctx.getNetwork(partnerId), args);
  } catch (error) {
    if (error instanceof NetworkUnavailable)
      ctx.log.warn({ partnerId }, 'the network did not answer for its cards');
    else ctx.log.error({ err: error, partnerId }, 'the cards of a network can’t be compared');
    return null;
  }
}

async function compareNetwork(
  ctx: Context,
  network: FuelNetwork,
  { since, budget, max }: { since: Date; budget: CallBudget; max: number },
): Promise<number> {
  const forMoved = partOfBudget(budget, ctx.clock, MOVED_CARDS_SHARE);
  const moved = await compareDue(ctx, network, { since, budget: forMoved });
  const listed = await compareListed(ctx, network, { since, max, budget });
  return moved + listed + (await compareDue(ctx, network, { since, budget }));
}

/**
 * Compares, by their numbers, the cards that come before others and the strays, each once since `since`; cards beyond
 * the budget come first the next time. Returns how many cards of ours were compared.
 */
async function compareDue(
  ctx: Context,
  network: FuelNetwork,
  { since, budget }: { since: Date; budget: CallBudget },
): Promise<number> {
  const { partnerId, cardsAtOnce: max } = network;
  let compared = 0;
  while (!isSpent(budget, ctx.clock)) {
    const numbers = await listDueCards(ctx.db.system, { partnerId, before: since, max });
    if (numbers.length === 0) break;
    const { ours, differences, balances } = await compareNamed(ctx, network, { numbers, budget });
    const found = ours.map(({ companyId, cardId, cardNumber }) => {
      const difference = differences.get(cardNumber) ?? null;
      const networkKopecks = Number(difference?.details.networkKopecks ?? balances.get(cardNumber) ?? 0);
      return { companyId, cardId, difference, networkKopecks };
    });
    const at = ctx.clock.now();
    await ctx.db.inSystem((tx) => storeCompared(tx, { partnerId, at, compared: found }));
    compared += found.length;
  }
  await checkStrays(ctx, network, { since, budget });
  return compared;
}

async function checkStrays(
  ctx: Context,
  network: FuelNetwork,
  { since, budget }: { since: Date; budget: CallBudget },
): Promise<void> {
  const { partnerId, cardsAtOnce: max } = network;
  while (!isSpent(budget, ctx.clock)) {
    const numbers = await listStrays(ctx.db.system, { partnerId, before: since, max });
    if (numbers.length === 0) return;
    const { unknownCards } = await compareNamed(ctx, network, { numbers, budget });
    const left = unknownCards.filter((stranger) => stranger.balanceKopecks !== 0);
    const at = ctx.clock.now();
    await ctx.db.inSystem((tx) => storeStrays(tx, { partnerId, at, numbers, left }));
  }
}

/** Stored with the progress of the rolling check. */
const REACH = 'moved-cards';

/** The last transfer whose cards are marked; null: none ever was. */
async function findMarkedProgress(db: Db): Promise<number | null> {
  const found = await rows(db, sql<{ reach: number }>`select reach from check_reach where part = ${REACH}`);
  return found[0]?.reach ?? null;
}

/** The newest transfer before a moment; 0: there is none. */
async function findLastTransfer(db: Db, before: Date): Promise<number> {
  const found = await rows(
    db,
    sql<{ id: number }>`select id from ledger_transfer where posted_at < ${before} order by id desc limit 1`,
  );
  return found[0]?.id ?? 0;
}

interface Posted {
  id: number;
  from: number;
  to: number;
}

/** The next transfers up to one, at most `max`. */
async function listPosted(
  db: Db,
  { after, upto, max }: { after: number; upto: number; max: number },
): Promise<Posted[]> {
  return rows(
    db,
    sql<Posted>`
      select id, from_account_id as from, to_account_id as to from ledger_transfer
      where id > ${after} and id <= ${upto} order by id limit ${max}`,
  );
}

async function listCardsOfAccounts(
  db: Db,
  accountIds: readonly number[],
): Promise<{ companyId: number; cardId: number; partnerId: number }[]> {
  return rows(
    db,
    sql<{ companyId: number; cardId: number; partnerId: number }>`
      select card.company_id as "companyId", card.id as "cardId", card.partner_id as "partnerId"
      from ledger_account account join card on card.id = account.card_id
      where account.id = any(${encodeBigints(accountIds)}::bigint[]) and card.partner_id <> ${SANDBOX_NETWORK}`,
  );
}

async function moveMarkedProgress(tx: Db, reach: number): Promise<void> {
  await sql`
    insert into check_reach (part, reach) values (${REACH}, ${reach})
    on conflict (part) do update set reach = greatest(check_reach.reach, excluded.reach)`.execute(tx);
}

const BATCH_SIZE = 5000;
/** A transfer with a lower number may still become visible as long as its transaction is open. */
const SLACK_MS = 10 * 60_000;

/**
 * Marks the cards due that have moved since the last time. The cost grows with the number of postings, not of cards.
 * The first time it only records its start, because the first pass over all cards covers everything before.
 */
async function markMovedCards(ctx: Context): Promise<void> {
  const upto = await findLastTransfer(ctx.db.system, new Date(ctx.clock.now().getTime() - SLACK_MS));
  let reach = await findMarkedProgress(ctx.db.system);
  if (reach === null) return ctx.db.inSystem((tx) => moveMarkedProgress(tx, upto));
  while (reach < upto) {
    const posted = await listPosted(ctx.db.system, { after: reach, upto, max: BATCH_SIZE });
    const last = posted.at(-1)?.id ?? upto;
    const accounts = [...new Set(posted.flatMap(({ from, to }) => [from, to]))];
    const cards = await listCardsOfAccounts(ctx.db.system, accounts);
    await ctx.db.inSystem(async (tx) => {
      for (const [partnerId, moved] of Map.groupBy(cards, (item) => item.partnerId))
        await markDue(tx, partnerId, moved);
      await moveMarkedProgress(tx, last);
    });
    reach = last;
  }
}
