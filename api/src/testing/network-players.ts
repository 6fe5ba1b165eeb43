import { PARTNER, type PartnerId } from '#contract/ids.ts';
import type { CardBehaviour } from '../gateways/fuel-network/simulator/receive-command.ts';
import { toMoscowText } from '../gateways/fuel-network/wire-values.ts';
import type { TestApi } from './api.ts';
import { opti24Card, type serveOpti24 } from './wires/opti24-wire.ts';
import type { serveRnCard } from './wires/rn-card-wire.ts';

/** `lost`: done, and the answer is lost; `broken`: it never arrives; `turned-away`: it is rejected unread. */
export type WriteOutcome = 'answered' | 'lost' | 'broken' | 'turned-away';

export interface PlayedSale {
  id: string;
  number: string;
  /** Below zero: a refund. */
  kopecks: number;
  at: Date;
}

/** A fuel network as a property test plays it: what happens there, and what it then has on a card. */
export interface NetworkPlayer {
  partnerId: PartnerId;
  /** A write sets what it has computed from an older reading. */
  overwrites: boolean;
  addCard(number: string, kopecks: number): void;
  leftOn(number: string): Promise<number>;
  /** False when the card has not so much. */
  spend(sale: PlayedSale): Promise<boolean>;
  list(sale: PlayedSale): void;
  /** A payment to the contract, or something else that was bought on it. */
  changeContract(kopecks: number): void;
  setOutcome(outcome: WriteOutcome): void;
  /** Forgets cards and sales of the run before. */
  clear(): void;
}

export function opti24Player(fakeServer: Awaited<ReturnType<typeof serveOpti24>>): NetworkPlayer {
  const { memory } = fakeServer;
  const getCard = (number: string) => memory.cards.get(number)!;
  return {
    partnerId: PARTNER.gpn,
    overwrites: false,
    addCard: (number, kopecks) => memory.cards.set(number, opti24Card(`id-${number}-`, kopecks / 100)),
    leftOn: (number) => Promise.resolve(Math.round(getCard(number).available * 100)),
    spend({ number, kopecks }) {
      const card = getCard(number);
      if (card.available * 100 < kopecks) return Promise.resolve(false);
      card.available -= kopecks / 100;
      return Promise.resolve(true);
    },
    list({ id, number, kopecks, at }) {
      memory.transactions.push({
        id,
        utc_time: at.toISOString(),
        card_id: getCard(number).id,
        card_number: number,
        type: kopecks < 0 ? 'R' : 'P',
        product_name: 'ДТ',
        qty: kopecks < 0 ? -1 : 1,
        sum: kopecks / 100,
      });
    },
    changeContract: (kopecks) => void (memory.contract += kopecks / 100),
    setOutcome(outcome) {
      const turnedAway = { body: { status: { code: 429 }, data: null } };
      simulateFault(fakeServer, ['/moveToCard', '/moveToContract'], outcome, turnedAway);
    },
    clear() {
      memory.cards.clear();
      memory.transactions.length = 0;
    },
  };
}

export function rnCardPlayer(fakeServer: Awaited<ReturnType<typeof serveRnCard>>): NetworkPlayer {
  const { memory } = fakeServer;
  return {
    partnerId: PARTNER.rn,
    overwrites: true,
    addCard(number, kopecks) {
      const wallet = kopecks === 0 ? null : { Val: kopecks / 100, CurValue: kopecks / 100 };
      memory.cards.set(number, { SCode: '00', wallet });
    },
    leftOn: (number) => Promise.resolve(Math.round((memory.cards.get(number)?.wallet?.CurValue ?? 0) * 100)),
    spend({ number, kopecks }) {
      const wallet = memory.cards.get(number)?.wallet;
      if (!wallet || wallet.CurValue * 100 < kopecks) return Promise.resolve(false);
      wallet.CurValue -= kopecks / 100;
      memory.contract -= kopecks / 100;
      return Promise.resolve(true);
    },
    list({ id, number, kopecks, at }) {
      const Sum = Math.abs(kopecks) / 100;
      const Type = kopecks < 0 ? 24 : 11;
      const sale = { Card: number, Type, GName: 'ДТ', Value: 1, Price: Sum, Sum };
      memory.operations.push({ Code: id, Date: toMoscowText(at), ...sale });
    },
    changeContract: (kopecks) => void (memory.contract += kopecks / 100),
    setOutcome: (outcome) =>
      simulateFault(fakeServer, ['/CreateCardLimit', '/EditCardLimit'], outcome, { status: 429, body: '' }),
    clear() {
      memory.cards.clear();
      memory.operations.length = 0;
    },
  };
}

/** A network of our own wire: request ids, a feed, no lost sales; it answers late or is cut off. */
export function neutralPlayer(api: TestApi): NetworkPlayer {
  const moods: Record<WriteOutcome, CardBehaviour> = {
    answered: 'normal',
    lost: 'drop',
    broken: 'late',
    'turned-away': 'refuse',
  };
  return {
    partnerId: PARTNER.third,
    overwrites: false,
    addCard: () => undefined,
    async leftOn(number) {
      const states = await api.ctx.getNetwork(PARTNER.third).cardStates();
      return states.find(({ cardNumber }) => cardNumber === number)?.balanceKopecks ?? Number.NaN;
    },
    async spend({ id, number, kopecks }) {
      if (kopecks < 0) return false;
      const sold = await api.ctx.simulated?.fuel({
        card_number: number,
        goods_id: 301,
        litres: 1,
        unit_price: kopecks / 100,
        address: 'Химки',
        external_id: id,
      });
      return sold?.outcome === 'sold';
    },
    list: () => undefined,
    changeContract: () => undefined,
    setOutcome: (outcome) => api.setMood(() => moods[outcome]),
    clear: () => undefined,
  };
}

type FakeServer = Awaited<ReturnType<typeof serveOpti24>> | Awaited<ReturnType<typeof serveRnCard>>;

/** An outcome set for a write that was never sent must not affect the next one. */
function simulateFault(
  fakeServer: FakeServer,
  paths: readonly string[],
  outcome: WriteOutcome,
  turnedAway: Parameters<FakeServer['stumble']>[1],
): void {
  fakeServer.calm();
  if (outcome === 'answered') return;
  for (const path of paths)
    fakeServer.stumble(path, outcome === 'lost' ? 'lost' : outcome === 'broken' ? 'break' : turnedAway);
}
