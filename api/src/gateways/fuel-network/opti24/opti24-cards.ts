import { z } from 'zod';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { NetworkUnavailable, type CardPage, type ListedCards } from '../fuel-network.ts';
import { readRecords, type Records } from '../read-records.ts';
import { requireCard } from '../require-card.ts';
import { NetworkRefusal, RequestNotSent } from '../send-once.ts';
import { decimal, identifier, toKopecks, toWireRubles } from '../wire-values.ts';
import type { Opti24Caller } from './opti24-caller.ts';

export interface Opti24Card {
  id: string;
  number: string;
  isActive: boolean;
  isVirtual: boolean;
  /** A card of the other product, `limit`, spends the contract's money and has no balance of its own. */
  isWallet: boolean;
}

const ON_PAGE = 500;
/** Each card's money is a call of its own, so a page is as much as may be lost when the network falls silent. */
const COMPARED_ON_PAGE = 100;

const cardsShape = z.object({
  total_count: z.coerce.number(),
  result: z.array(z.unknown()).nullish(),
});
const cardShape = z.object({
  id: identifier,
  number: identifier,
  status: z.string(),
  product: z.string(),
  carrier: z.string().nullish(),
});

export async function listOpti24Cards(caller: Opti24Caller, q?: string): Promise<Records<Opti24Card>> {
  const input: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const query = { contract_id: caller.contract, page: String(page), onpage: String(ON_PAGE), sort: 'id' };
    const { total_count, result } = await caller.read('v2/cards', q ? { ...query, q } : query, cardsShape);
    const found = result ?? [];
    input.push(...found);
    if (found.length === 0 || input.length >= total_count) break;
  }
  const cards = readRecords(input, 'number', (item) => toCard(cardShape.parse(item)));
  await caller.report(cards.unreadable, { list: 'cards', covers: q ? [] : 'all' });
  return cards;
}

/**
 * The money of the cards of one page; `place` is its number. Cards that come and go between two pages shift the list:
 * the one that was passed over is asked for by its number.
 */
export async function readOpti24Page(caller: Opti24Caller, place: string | null): Promise<CardPage> {
  const page = Math.max(1, Number(place) || 1);
  const query = {
    contract_id: caller.contract,
    page: String(page),
    onpage: String(COMPARED_ON_PAGE),
    sort: 'id',
  };
  const { total_count, result } = await caller.read('v2/cards', query, cardsShape);
  const { readable, unreadable } = readRecords(result ?? [], 'number', (item) =>
    toCard(cardShape.parse(item)),
  );
  await caller.report(unreadable, { list: 'cards', covers: readable.map((opti24Card) => opti24Card.number) });
  const { cards, calls } = await readMoney(caller, readable);
  const isLast = !result?.length || page * COMPARED_ON_PAGE >= total_count;
  return { cards, next: isLast ? null : String(page + 1), calls: calls + 1 };
}

export async function readOpti24Named(
  caller: Opti24Caller,
  numbers: readonly string[],
): Promise<ListedCards> {
  const found: Opti24Card[] = [];
  for (const number of numbers) {
    const { readable } = await listOpti24Cards(caller, number);
    found.push(...readable.filter((opti24Card) => opti24Card.number === number).slice(0, 1));
  }
  const { cards, calls } = await readMoney(caller, found);
  return { cards, calls: calls + numbers.length };
}

async function readMoney(caller: Opti24Caller, cards: readonly Opti24Card[]): Promise<ListedCards> {
  const input: ListedCards = { cards: [], calls: 0 };
  for (const card of cards) {
    const balanceKopecks = await findWallet(caller, card);
    if (card.isWallet) input.calls += 1;
    if (balanceKopecks !== null) input.cards.push({ cardNumber: card.number, balanceKopecks });
  }
  return input;
}

function toCard({ id, number, status, product, carrier }: z.output<typeof cardShape>): Opti24Card {
  const isVirtual = carrier?.startsWith('Virtual') ?? false;
  return { id, number, isActive: status === 'Active', isVirtual, isWallet: product === 'wallet' };
}

/** The network's search also matches comments, so the number itself is compared. */
export async function requireOpti24Card(caller: Opti24Caller, cardNumber: string): Promise<Opti24Card> {
  return requireCard(
    await listOpti24Cards(caller, cardNumber),
    (opti24Card) => opti24Card.number === cardNumber,
  );
}

export async function readWallet(caller: Opti24Caller, card: Opti24Card): Promise<Kopecks> {
  const balance = await findWallet(caller, card);
  if (balance === null) throw new NetworkUnavailable('opti24: a wallet can’t be read');
  return balance;
}

const detailsShape = z.object({ result: z.array(z.unknown()).length(1) });
const detailShape = z.object({ id: identifier, available: decimal });

/** Returns null when it is unreadable; a person is notified. */
export async function findWallet(caller: Opti24Caller, card: Opti24Card): Promise<Kopecks | null> {
  if (!card.isWallet) return kopecks(0);
  const query = { contract_id: caller.contract, card_id: card.id };
  const { result } = await caller.read('v1/cards', query, detailsShape);
  const { readable, unreadable } = readRecords(result, 'id', (item) =>
    toKopecks(detailShape.parse(item).available),
  );
  await caller.report(unreadable, { list: 'wallets', covers: [card.id] });
  return readable[0] ?? null;
}

export async function moveOpti24Money(
  caller: Opti24Caller,
  card: Pick<Opti24Card, 'id' | 'isWallet'>,
  changeKopecks: number,
): Promise<void> {
  if (!card.isWallet) await makeWallet(caller, card.id);
  const path = changeKopecks > 0 ? 'v1/moveToCard' : 'v1/moveToContract';
  const amount = toWireRubles(Math.abs(changeKopecks));
  await caller.write(path, { contract_id: caller.contract, card_id: card.id, amount }, z.literal(true));
}

/** A new card spends the contract's money until it is made a wallet. No money moves, so it may be made one again. */
async function makeWallet(caller: Opti24Caller, id: string): Promise<void> {
  const form = { contract_id: caller.contract, card_id: JSON.stringify([id]), product: 'wallet' };
  try {
    assertNamed(await caller.write('v1/setCardProduct', form, idsShape), id);
  } catch (error) {
    if (!(error instanceof NetworkUnavailable)) throw error;
    throw new RequestNotSent(error.message, { cause: error });
  }
}

const idsShape = z.union([z.array(identifier), z.object({ data: z.array(identifier) })]);

/** Cards are sent as a JSON array, and the answer names those that were actually changed. */
export async function blockOpti24Card(caller: Opti24Caller, id: string, block: boolean): Promise<void> {
  const form = {
    contract_id: caller.contract,
    card_id: JSON.stringify([id]),
    block: block ? 'true' : 'false',
  };
  assertNamed(await caller.write('v1/blockCard', form, idsShape), id);
}

function assertNamed(input: z.output<typeof idsShape>, id: string): void {
  const ids = Array.isArray(input) ? input : input.data;
  if (!ids.includes(id)) throw new NetworkRefusal('ОПТИ 24 не изменила карту');
}
