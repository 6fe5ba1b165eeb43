import type { FastifyReply, FastifyRequest } from 'fastify';
import { allCalls } from '#contract/calls.ts';
import { listPaths } from '#contract/endpoint.ts';

/** Calls by their paths. For an anonymous caller there are no staff calls, so their methods are not revealed. */
const CALLS = allCalls
  .flatMap((call) => listPaths(call).map((place) => ({ method: call.method, place })))
  .filter(({ place }) => place.startsWith('/api/'))
  .map(({ method, place }) => ({ method, is: new RegExp(`^${place.replaceAll(/:\w+/g, '[^/]+')}$`) }));

/**
 * There is no such call: 404. Where one is sent by another method than it takes, 404 would mean that there is no such
 * thing: 405. A HEAD is never answered for a private call (http/bind.ts), so it gets 404.
 */
export function sendNotFound({ method, url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('cache-control', 'no-store');
  const taken = method === 'HEAD' || method === 'OPTIONS' ? [] : methodsAt(url);
  if (taken.length === 0) return reply.code(404).send({ code: 404, message: 'Не найдено' });
  const message = `Метод ${method} здесь не подходит, нужен ${taken.join(' или ')}`;
  return reply.code(405).header('allow', taken.join(', ')).send({ code: 405, message });
}

function methodsAt(url: string): string[] {
  const [path = ''] = url.split('?', 1);
  return [...new Set(CALLS.filter(({ is }) => is.test(path)).map(({ method }) => method))].sort();
}
