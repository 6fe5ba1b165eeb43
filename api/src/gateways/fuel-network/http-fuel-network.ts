import type { z } from 'zod';
import type { LimitPeriod, PartnerId } from '#contract/ids.ts';
import { fetchJson, ServiceUnreachable, type JsonRequest } from '../fetch-json.ts';
import {
  NetworkUnavailable,
  type FuelNetwork,
  type NetworkAnswer,
  type NetworkCommand,
} from './fuel-network.ts';
import { readBatchAnswers } from './read-batch-answers.ts';
import { readRecords } from './read-records.ts';
import type { ReportUnreadable } from './log-unreadable-cards.ts';
import {
  answerShape,
  API_KEY_HEADER,
  askedShape,
  BATCH_LIMIT_HEADER,
  batchAnswersShape,
  CARDS_NAMED,
  CARDS_ON_PAGE,
  cardStateShape,
  cardStatesShape,
  EVENTS_MAX_LIMIT,
  eventShape,
  eventsShape,
  NEUTRAL_LIMIT_PERIODS,
} from './wire.ts';

export interface HttpFuelNetworkOptions {
  partnerId: PartnerId;
  /** Address without a slash at the end. */
  baseUrl: string;
  apiKey: string;
  timeLimitMs?: number;
  report?: ReportUnreadable;
  /** Periods that the network can count. Default: those of every network of the protocol. */
  limitPeriods?: readonly LimitPeriod[];
}

const TIME_LIMIT_MS = 3000;
/** Overlap in sequences. An event may become visible after one that has a higher sequence. */
const OVERLAP = 50;
/** Limit that applies whatever number a network reports. */
const MAX_BATCH_COMMANDS = 64;

/**
 * Speaks the neutral protocol of `wire.ts` over HTTP.
 * A plain Error instead of NetworkUnavailable is our own fault, so repeating is useless: a command that the network
 * cannot read (400), or a `requestId` that was already used for another command (409).
 */
export function httpFuelNetwork(options: HttpFuelNetworkOptions): FuelNetwork {
  const { partnerId } = options;
  const name = `network ${partnerId}`;
  let batchLimit = 1;

  async function call<Shape extends z.ZodType>(
    path: string,
    shape: Shape,
    body?: object,
  ): Promise<z.output<Shape>> {
    const reply = await reach(`${options.baseUrl}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { [API_KEY_HEADER]: options.apiKey },
      body,
      timeLimitMs: options.timeLimitMs ?? TIME_LIMIT_MS,
    });
    if (reply.status === 400 || reply.status === 409) {
      throw new Error(`${name} refuses the call ${path}: ${JSON.stringify(reply.body)}`);
    }
    const read = shape.safeParse(reply.body);
    if (reply.status !== 200 || !read.success) {
      throw new NetworkUnavailable(`${name}: HTTP ${reply.status}${read.success ? '' : ' without sense'}`);
    }
    return read.data;
  }

  async function reach(url: string, request: JsonRequest) {
    try {
      const reply = await fetchJson(url, request);
      batchLimit = Math.min(
        MAX_BATCH_COMMANDS,
        Math.max(1, Number(reply.headers.get(BATCH_LIMIT_HEADER)) || 1),
      );
      return reply;
    } catch (error) {
      if (!(error instanceof ServiceUnreachable)) throw error;
      throw new NetworkUnavailable(`${name}: ${error.message}`, { cause: error });
    }
  }

  function send(command: NetworkCommand): Promise<NetworkAnswer> {
    return call('/commands', answerShape, command);
  }

  /** A network that has turned the whole call away gets its commands one by one: the same ids are the same commands. */
  async function sendTogether(commands: readonly NetworkCommand[]): Promise<(NetworkAnswer | Error)[]> {
    const different = [...new Map(commands.map((command) => [command.requestId, command])).values()];
    if (different.length === 1) return sendOneByOne(commands);
    try {
      const { answers } = await call('/commands/batch', batchAnswersShape, { commands: different });
      return readBatchAnswers(name, commands, answers);
    } catch (error) {
      if (error instanceof NetworkUnavailable) return commands.map(() => error);
      return sendOneByOne(commands);
    }
  }

  async function sendOneByOne(commands: readonly NetworkCommand[]): Promise<(NetworkAnswer | Error)[]> {
    const answers = await Promise.allSettled(commands.map(send));
    return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : (answer.reason as Error)));
  }

  /** Readable entries of a part are reported as fixed. Only the whole list shows what else is. */
  async function listCards(query: Record<string, string>) {
    const search = new URLSearchParams(query).toString();
    const { cards, next } = await call(search ? `/cards?${search}` : '/cards', cardStatesShape);
    const { readable, unreadable } = readRecords(cards, 'cardNumber', (card) => cardStateShape.parse(card));
    const covers = search ? readable.map((item) => item.cardNumber) : 'all';
    await options.report?.(unreadable, { list: 'cards', covers });
    return { cards: readable, next: next ?? null };
  }

  return {
    partnerId,
    limitPeriods: options.limitPeriods ?? NEUTRAL_LIMIT_PERIODS,
    send,
    together: { maxBatch: () => batchLimit, send: sendTogether },
    ask: (requestId) => call(`/commands/${encodeURIComponent(requestId)}`, askedShape),
    feedOverlap: OVERLAP,
    feedByDate: false,
    async events(after, limit) {
      const max = Math.min(limit, EVENTS_MAX_LIMIT);
      const page = await call(`/events?after=${after}&limit=${max}`, eventsShape);
      const more = page.events.length === max;
      if (more && page.next <= after)
        throw new NetworkUnavailable(`network ${partnerId}: its feed does not go on after ${after}`);
      const { readable, unreadable } = readRecords(page.events, 'externalId', (event) =>
        eventShape.parse(event),
      );
      return { events: readable, unreadable, next: page.next, more };
    },
    cardStates: async () => (await listCards({})).cards,
    async cardPage(place) {
      const { cards, next } = await listCards({ after: place ?? '', limit: String(CARDS_ON_PAGE) });
      if (next !== null && next === place)
        throw new NetworkUnavailable(`${name}: its cards do not go on after ${place}`);
      return { cards, next, calls: 1 };
    },
    cardsAtOnce: CARDS_NAMED,
    async cardsNamed(numbers) {
      const { cards } = await listCards({ numbers: numbers.join(',') });
      const named = new Set(numbers);
      return { cards: cards.filter(({ cardNumber }) => named.has(cardNumber)), calls: 1 };
    },
  };
}
