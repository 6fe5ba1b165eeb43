import { createHash } from 'node:crypto';
import { serveNetwork, type FakeNetwork } from './fake-network.ts';
import type { WireReply } from './serve-wire.ts';

interface Opti24MemoryCard {
  id: string;
  status: string;
  product: string;
  available: number;
  limits: Record<string, unknown>[];
  restrictions: Record<string, unknown>[];
}

export interface Opti24Memory {
  /** Cards by number. */
  cards: Map<string, Opti24MemoryCard>;
  transactions: Record<string, unknown>[];
  /** Rubles that the contract has left for its cards. A movement takes money from here or returns it. */
  contract: number;
  /** The current valid session; a test may end it. */
  session: string;
}

const PASSWORD = createHash('sha512').update('пароль').digest('hex');
const GROUPS = { 'G-DT': 'Дизельное топливо', 'G-92': 'Аи-92', 'G-95': 'Аи-95', 'G-GAS': 'СУГ' };

export function opti24Card(id: string, available = 0): Opti24MemoryCard {
  return { id, status: 'Active', product: 'wallet', available, limits: [], restrictions: [] };
}

/** ОПТИ 24 as publicly described: sessions, an envelope whose code is the real status, wallets, limits, restrictions. */
export async function serveOpti24(): Promise<FakeNetwork & { memory: Opti24Memory }> {
  const memory: Opti24Memory = { cards: new Map(), transactions: [], contract: 1_000_000, session: '' };
  let sessions = 0;
  const fakeServer = await serveNetwork((path, fields, { headers }) => {
    if (headers.api_key !== 'key') return refusal(403, 'Нет доступа');
    if (path.endsWith('/authUser')) {
      if (fields.get('login') !== 'fleet' || fields.get('password') !== PASSWORD)
        return refusal(403, 'Неверный логин или пароль');
      sessions += 1;
      memory.session = `session-${sessions}`;
      return toReply({ session_id: memory.session, contracts: [{ id: '1-CONTRACT' }] });
    }
    if (headers.session_id !== memory.session) return refusal(403, 'Сессия истекла');
    return answer(memory, path, fields);
  });
  return { ...fakeServer, memory };
}

/** Returns the environment of a portal whose second partner is this fake. */
export function opti24Env({ url }: FakeNetwork): Record<string, string> {
  return {
    NETWORK_2: 'opti24',
    NETWORK_2_URL: url,
    NETWORK_2_LOGIN: 'fleet',
    NETWORK_2_PASSWORD: 'пароль',
    NETWORK_2_API_KEY: 'key',
    NETWORK_2_CONTRACT: '1-CONTRACT',
  };
}

function answer(memory: Opti24Memory, path: string, fields: URLSearchParams): WireReply {
  const all = [...memory.cards].map(([number, card]) => ({ number, ...card }));
  const cardId = fields.get('card_id') ?? '';
  const card = [...memory.cards.values()].find(
    ({ id }) => id === cardId || cardId === JSON.stringify([id]) || path.includes(`/cards/${id}/`),
  );
  switch (path.split('/').slice(-2).join('/')) {
    case 'v2/cards': {
      const found = all.filter(({ number }) => number.includes(fields.get('q') ?? ''));
      const cards = found.map(({ id, number, status, product }) => ({
        id,
        number,
        status,
        product,
        carrier: 'Plastic',
      }));
      return list(
        cards,
        fields.get('onpage'),
        (Number(fields.get('page')) - 1) * Number(fields.get('onpage')),
      );
    }
    case 'v1/cards':
      return card
        ? list([{ ...card, available: card.available.toFixed(2) }])
        : refusal(404, 'Карта не найдена');
    case 'v1/setCardProduct':
      if (card) card.product = String(fields.get('product'));
      return toReply([card?.id]);
    case 'v1/moveToCard':
    case 'v1/moveToContract': {
      const amount = Number(fields.get('amount'));
      const change = path.endsWith('/moveToCard') ? amount : -amount;
      if (!card || card.available + change < 0) return refusal(400, 'Недостаточно средств на кошельке');
      card.available = cents(card.available + change);
      memory.contract = cents(memory.contract - change);
      return toReply(true);
    }
    case 'v1/getPartContractData': {
      const available_amount = memory.contract.toFixed(2);
      return toReply({
        balanceData: { available_amount, own_balance: '0.00' },
        contractData: { credit_limit: 0 },
      });
    }
    case 'v1/blockCard':
      if (card) card.status = fields.get('block') === 'true' ? 'Locked(Client)' : 'Active';
      return toReply(card ? [card.id] : []);
    case 'v1/getDictionary':
      return fields.get('name') === 'ProductType'
        ? list([{ id: '1-FUEL', value: 'Топливо' }])
        : list(Object.entries(GROUPS).map(([id, name]) => ({ id, name, deleted: 0 })));
    case 'v1/limit':
      return list(listForCards(memory, card, 'limits'));
    case 'v1/setLimit':
      return save(memory, 'limits', JSON.parse(fields.get('limit') ?? '[]'));
    case 'v1/restriction':
      return list(listForCards(memory, card, 'restrictions'));
    case 'v1/setRestriction':
      return save(memory, 'restrictions', JSON.parse(fields.get('restriction') ?? '[]'));
    case 'v1/removeLimit':
    case 'v1/removeRestriction':
      for (const opti24MemoryCard of memory.cards.values()) {
        opti24MemoryCard.limits = opti24MemoryCard.limits.filter(({ id }) => id !== fields.get('limit_id'));
        opti24MemoryCard.restrictions = opti24MemoryCard.restrictions.filter(
          ({ id }) => id !== fields.get('restriction_id'),
        );
      }
      return toReply(true);
    default: {
      if (!path.endsWith('/transactions')) return refusal(404, 'Метод не найден');
      const ours = memory.transactions.filter((transaction) => !card || transaction.card_id === card.id);
      const days = ours.filter(
        ({ utc_time: time }) =>
          String(time).slice(0, 10) >= (fields.get('date_from') ?? '') &&
          String(time).slice(0, 10) <= (fields.get('date_to') ?? ''),
      );
      return list(days, fields.get('page_limit'), Number(fields.get('page_offset')));
    }
  }
}

/** Whole kopecks, in rubles. */
function cents(rubles: number): number {
  return Math.round(rubles * 100) / 100;
}

function listForCards(
  { cards }: Opti24Memory,
  card: Opti24MemoryCard | undefined,
  what: 'limits' | 'restrictions',
): Record<string, unknown>[] {
  return card ? card[what] : [...cards.values()].flatMap((opti24MemoryCard) => opti24MemoryCard[what]);
}

function save(
  { cards }: Opti24Memory,
  what: 'limits' | 'restrictions',
  wanted: Record<string, unknown>[],
): WireReply {
  const ids = wanted.map((item) => {
    const card = [...cards.values()].find(({ id }) => id === item.card_id) as Opti24MemoryCard;
    const id = item.id ?? `${what}-${card[what].length + 1}-${card.id}`;
    card[what] = [...card[what].filter((standing) => standing.id !== id), { ...item, id }];
    return id;
  });
  return toReply(ids);
}

function list(all: unknown[], limit: string | null = null, offset = 0): WireReply {
  const result = limit ? all.slice(offset, offset + Number(limit)) : all;
  return toReply({ total_count: all.length, result });
}

function toReply(data: unknown): WireReply {
  return { body: { status: { code: 200 }, data, timestamp: 1 } };
}

function refusal(code: number, message: string): WireReply {
  return { body: { status: { code, errors: [{ type: 'x', message }] }, data: null, timestamp: 1 } };
}
