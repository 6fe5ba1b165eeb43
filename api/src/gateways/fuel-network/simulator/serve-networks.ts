import { createHash, timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { PARTNER_ID_MAX, SANDBOX_NETWORK } from '#contract/ids.ts';
import type { Clock } from '../../../lib/clock.ts';
import {
  API_KEY_HEADER,
  BATCH_LIMIT_HEADER,
  CARDS_NAMED,
  CARDS_ON_PAGE,
  commandShape,
  EVENTS_MAX_LIMIT,
} from '../wire.ts';
import { listCards } from './card-store.ts';
import { findCommand, lockRequest } from './command-store.ts';
import { listEvents } from './event-store.ts';
import { receiveCommand, type ReceiveOptions, type Reception } from './receive-command.ts';
import { receiveCommands } from './receive-commands.ts';
import { settleDue } from './settle-due.ts';

export interface ServeOptions extends ReceiveOptions {
  clock: Clock;
  apiKey: string;
}

/** The networks' side of `wire.ts`, each network under `/networks/{partnerId}`. Not listening yet. */
export function serveNetworks(db: Kysely<unknown>, options: ServeOptions): FastifyInstance {
  const server = Fastify({ logger: false, forceCloseConnections: true, bodyLimit: 256 * 1024 });

  server.addHook('onRequest', async (request, reply) => {
    if (!sameKey(request.headers[API_KEY_HEADER], options.apiKey))
      return reply.code(401).send({ error: 'wrong API key' });
  });
  server.addHook(
    'onRequest',
    async (_request, reply) => void reply.header(BATCH_LIMIT_HEADER, MAX_BATCH_COMMANDS),
  );
  server.addHook('preHandler', async () => settleDue(db, options.clock.now()));
  server.setErrorHandler((error, _request, reply) => {
    if (error instanceof z.ZodError) return reply.code(400).send({ error: z.prettifyError(error) });
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    return reply.code(status).send({ error: status < 500 ? String(error) : 'internal error' });
  });

  server.post('/networks/:partnerId/commands', async (request, reply) => {
    const { partnerId } = networkParams.parse(request.params);
    const command = commandShape.parse(request.body);
    const reception = await receiveCommand(db, options.clock.now(), partnerId, command, options);
    if (reception.outcome === 'another-command') {
      return reply.code(409).send({ error: OTHER_COMMAND });
    }
    if (reception.outcome === 'answer') return reception.answer;
    reply.hijack();
    reply.raw.destroy();
  });

  server.post('/networks/:partnerId/commands/batch', async (request) => {
    const { partnerId } = networkParams.parse(request.params);
    const { commands } = batchBody.parse(request.body);
    const receptions = await receiveCommands(db, options.clock.now(), partnerId, commands, options);
    // One whose connection would break gets no answer.
    const received = commands.map(({ requestId }, index) => ({
      requestId,
      reception: receptions[index] as Reception,
    }));
    return {
      answers: received
        .filter(({ reception }) => reception.outcome !== 'drop')
        .map(({ requestId, reception }) => ({
          requestId,
          ...(reception.outcome === 'another-command'
            ? { state: 'unreadable', error: OTHER_COMMAND }
            : reception.answer),
        })),
    };
  });

  server.get('/networks/:partnerId/commands/:requestId', async (request) => {
    const { partnerId, requestId } = networkParams.extend({ requestId: z.uuid() }).parse(request.params);
    const known = await db.transaction().execute(async (trx) => {
      await lockRequest(trx, partnerId, requestId);
      return findCommand(trx, partnerId, requestId);
    });
    return known?.answer ?? { state: 'unknown' };
  });

  server.get('/networks/:partnerId/events', async (request) => {
    const { partnerId } = networkParams.parse(request.params);
    const { after, limit } = eventsQuery.parse(request.query);
    const events = await listEvents(db, partnerId, after, limit);
    return { events, next: events.at(-1)?.sequence ?? after };
  });

  server.get('/networks/:partnerId/cards', async (request) => {
    const { partnerId } = networkParams.parse(request.params);
    const { after, limit, numbers } = cardsQuery.parse(request.query);
    const cards = await listCards(db, partnerId, { after, limit, numbers });
    return { cards, next: cards.length === limit ? cards.at(-1)?.cardNumber : null };
  });

  return server;
}

const MAX_BATCH_COMMANDS = 64;
const batchBody = z.object({
  commands: z
    .array(commandShape)
    .min(1)
    .max(MAX_BATCH_COMMANDS)
    .refine((all) => new Set(all.map((item) => item.requestId)).size === all.length, 'a command comes twice'),
});
const OTHER_COMMAND = 'this requestId belongs to another command';

const networkParams = z.object({
  partnerId: z.coerce
    .number()
    .int()
    .refine((id) => (id >= 1 && id <= PARTNER_ID_MAX) || id === SANDBOX_NETWORK),
});

const cardsQuery = z.object({
  after: z.string().max(20).default(''),
  limit: z.coerce.number().int().min(1).max(CARDS_ON_PAGE).optional(),
  numbers: z
    .string()
    .max(21 * CARDS_NAMED)
    .transform((text) => text.split(','))
    .optional(),
});

const eventsQuery = z.object({
  after: z.coerce.number().int().nonnegative(),
  limit: z.coerce.number().int().min(1).max(EVENTS_MAX_LIMIT),
});

/** Compared by digest, so that the time it takes reveals nothing. */
function sameKey(given: unknown, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(expected));
}
