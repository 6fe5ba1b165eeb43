import { CARD_STATUS, LIMIT_PERIODS, type CardStatusId, type FirstPartnerId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { formatCardNumber, isFlakyCard } from '../../api/src/gateways/fuel-network/card-number.ts';
import {
  NetworkUnavailable,
  type FinalAnswer,
  type FuelNetwork,
  type NetworkAnswer,
  type NetworkCardState,
  type NetworkCommand,
  type NetworkLimit,
} from '../../api/src/gateways/fuel-network/fuel-network.ts';
import type { Clock } from '../../api/src/lib/clock.ts';
import { networkFeed, type NetworkFeed } from './network-feed.ts';

/**
 * Outcome of a command. `lost`: done, the answer is lost; `broken`: it never arrives; `late`, `late-refusal`: the
 * answer comes in the feed minutes later; `twice`: done, and reported twice more in the feed; `never`: taken, never
 * done, never answered; `in-silence`: done, never answered; `contradicted`: done, and at night the feed reports that it
 * was refused.
 */
export const COMMAND_OUTCOMES = [
  'done',
  'refused',
  'lost',
  'broken',
  'late',
  'late-refusal',
  'twice',
  'never',
  'in-silence',
  'contradicted',
] as const;
export type CommandOutcome = (typeof COMMAND_OUTCOMES)[number];

/** A card as its network has it. */
export interface NetworkCard {
  number: string;
  isVirtual: boolean;
  status: CardStatusId;
  balance: number;
  goodsIds: number[];
  limit: NetworkLimit | null;
  /** Outcomes of its next commands that move money or block. */
  outcomes: CommandOutcome[];
}

export interface TakenCommand {
  command: NetworkCommand;
  /** Real effect at the network. */
  effect: 'done' | 'refused' | 'none';
  /** Answer of the network when it is queried. */
  answer: NetworkAnswer;
  /** Whether the network will never report more. */
  isUnanswered: boolean;
}

export interface SimulatedNetwork extends FuelNetwork {
  cards: Map<string, NetworkCard>;
  taken: Map<string, TakenCommand>;
  feed: NetworkFeed;
  /** Is silent for this many seconds. */
  fallSilent(seconds: number): void;
  silentUntil(): number;
  /** Events that happened, by name. */
  seen: Map<string, number>;
  /** Reports a refusal of commands that were to be contradicted, and whose true answer is booked by now. */
  contradict(): void;
  /** Request ids of the contradicted commands. */
  contradicted: Set<string>;
}

const LATE_MS = 400_000;
const REFUSAL = { state: 'refused', reason: 'Сеть отказала' } as const;

const CARDS_ON_PAGE = 500;

function listCardStates(cards: Iterable<NetworkCard>): NetworkCardState[] {
  return [...cards].map((card) => ({
    cardNumber: card.number,
    isVirtual: card.isVirtual,
    status: card.status,
    balanceKopecks: kopecks(card.balance),
    goodsIds: card.goodsIds,
    limit: card.limit,
  }));
}

/** Simulated network with its own state. The product reaches it only by its calls. */
export function simulatedNetwork(
  partnerId: FirstPartnerId,
  { clock, byDate }: { clock: Clock; byDate: boolean },
): SimulatedNetwork {
  const cards = new Map<string, NetworkCard>();
  const taken = new Map<string, TakenCommand>();
  const seen = new Map<string, number>();
  const feed = networkFeed({ clock, byDate });
  const due: { at: number; happen(): void }[] = [];
  const toContradict: NetworkCommand[] = [];
  const contradicted = new Set<string>();
  let silentUntil = 0;
  let serial = 5000;

  const nowMs = (): number => clock.now().getTime();
  const countEvent = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);

  function reach(): void {
    due.sort((a, b) => a.at - b.at);
    while (due[0] && due[0].at <= nowMs()) due.shift()?.happen();
    if (nowMs() >= silentUntil) return;
    countEvent('silence');
    throw new NetworkUnavailable('simulated: silent');
  }

  function later(ms: number, happen: () => void): void {
    due.push({ at: nowMs() + ms, happen });
  }

  function issue(count: number): FinalAnswer {
    const issued = Array.from({ length: count }, () => {
      do serial += 1;
      while (isFlakyCard(formatCardNumber(partnerId, serial)));
      const number = formatCardNumber(partnerId, serial);
      const empty = { status: CARD_STATUS.notSetUp, balance: 0, goodsIds: [], limit: null, outcomes: [] };
      cards.set(number, { number, isVirtual: false, ...empty });
      return { number, isVirtual: false };
    });
    return { state: 'done', cards: issued };
  }

  function carryOut(command: NetworkCommand): FinalAnswer {
    if (command.kind === 'issue') return issue(command.count);
    const card = cards.get(command.cardNumber);
    if (!card) return { state: 'refused', reason: 'Карта не найдена в сети' };
    switch (command.kind) {
      case 'move-to-card':
        card.balance += command.sumKopecks;
        break;
      case 'move-from-card':
        if (card.balance < command.sumKopecks)
          return { state: 'refused', reason: 'Недостаточно средств на карте' };
        card.balance -= command.sumKopecks;
        break;
      case 'block':
      case 'unblock':
        card.status = command.kind === 'block' ? CARD_STATUS.blocked : CARD_STATUS.active;
        break;
      case 'set-limit':
        card.limit = command.limit;
        break;
      case 'set-goods':
        card.goodsIds = command.goodsIds;
        if (card.status === CARD_STATUS.notSetUp) card.status = CARD_STATUS.active;
        break;
    }
    return { state: 'done' };
  }

  function nextOutcome(command: NetworkCommand): CommandOutcome {
    if (command.kind === 'issue' || command.kind === 'set-goods' || command.kind === 'set-limit')
      return 'done';
    return cards.get(command.cardNumber)?.outcomes.shift() ?? 'done';
  }

  const answerEvent = (command: NetworkCommand, answer: FinalAnswer): void =>
    feed.add({ kind: 'answer', requestId: command.requestId, ...answer });

  function end(command: NetworkCommand, answer: FinalAnswer): FinalAnswer {
    taken.set(command.requestId, { command, effect: answer.state, answer, isUnanswered: false });
    return answer;
  }

  /** Takes a command that arrives for the first time. */
  function take(command: NetworkCommand, outcome: CommandOutcome): NetworkAnswer {
    if (outcome !== 'done') countEvent(`answer ${outcome}`);
    switch (outcome) {
      case 'broken':
        throw new NetworkUnavailable('simulated: the command never arrived');
      case 'refused':
        return end(command, REFUSAL);
      case 'never':
      case 'in-silence': {
        const effect = outcome === 'never' ? 'none' : carryOut(command).state;
        taken.set(command.requestId, { command, effect, answer: { state: 'accepted' }, isUnanswered: true });
        return { state: 'accepted' };
      }
      case 'late':
      case 'late-refusal':
        taken.set(command.requestId, {
          command,
          effect: 'none',
          answer: { state: 'accepted' },
          isUnanswered: false,
        });
        later(LATE_MS, () =>
          answerEvent(command, end(command, outcome === 'late' ? carryOut(command) : REFUSAL)),
        );
        return { state: 'accepted' };
      case 'done':
      case 'lost':
      case 'twice':
      case 'contradicted':
        break;
    }
    const answer = end(command, carryOut(command));
    if (outcome === 'lost') throw new NetworkUnavailable('simulated: the answer was lost');
    if (outcome === 'twice') for (let input = 0; input < 2; input += 1) answerEvent(command, answer);
    if (outcome === 'contradicted' && answer.state === 'done') toContradict.push(command);
    return answer;
  }

  return {
    partnerId,
    limitPeriods: LIMIT_PERIODS,
    feedOverlap: byDate ? 3 * 86_400 : 0,
    feedByDate: byDate,
    cards,
    taken,
    feed,
    seen,
    async send(command) {
      reach();
      const known = taken.get(command.requestId);
      return known ? known.answer : take(command, nextOutcome(command));
    },
    async ask(requestId) {
      reach();
      return taken.get(requestId)?.answer ?? { state: 'unknown' };
    },
    async events(after, limit) {
      reach();
      return feed.read(after, limit);
    },
    async cardStates() {
      reach();
      return listCardStates(cards.values());
    },
    async cardPage(place) {
      reach();
      const at = Number(place ?? 0);
      const next = at + CARDS_ON_PAGE;
      const page = listCardStates([...cards.values()].slice(at, next));
      return { cards: page, next: next < cards.size ? String(next) : null, calls: 1 };
    },
    cardsAtOnce: CARDS_ON_PAGE,
    async cardsNamed(numbers) {
      reach();
      const named = [...cards.values()].filter(({ number }) => numbers.includes(number));
      return { cards: listCardStates(named), calls: 1 };
    },
    contradicted,
    contradict() {
      for (const command of toContradict.splice(0)) {
        countEvent('contradiction');
        contradicted.add(command.requestId);
        answerEvent(command, REFUSAL);
      }
    },
    fallSilent: (seconds) => void (silentUntil = nowMs() + seconds * 1000),
    silentUntil: () => silentUntil,
  };
}
