import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { FieldErrors } from '#contract/envelope.ts';
import { Refusal } from '../../errors.ts';
import { memoizePerOwner } from '../../lib/turns/memoize-per-owner.ts';
import { findNearestName } from '../../lib/nearest-name.ts';

/** The names in the query that a call understands. */
export const listParameters = memoizePerOwner(({ query }: AnyEndpoint): readonly string[] => {
  if (!query) return [];
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties);
});

/**
 * Refuses a call by a key whose query has a name that the call does not understand. A misspelt filter that is ignored
 * answers everything as if it were the period that the program asked for. Sessions go on ignoring such names: links that
 * people saved have them.
 */
export function refuseUnknownParameters(endpoint: AnyEndpoint, request: FastifyRequest): void {
  const sent = Object.keys(request.query as object);
  if (sent.length === 0) return;
  const known = listParameters(endpoint);
  const unknown = sent.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const fields: FieldErrors = Object.fromEntries(unknown.map((name) => [name, [describe(name, known)]]));
  const message = Object.values(fields)[0]?.[0] ?? '';
  throw new Refusal(400, 'unknown-parameter', message, { fields });
}

function describe(name: string, known: readonly string[]): string {
  const begins = `Параметра «${name.slice(0, 50)}» у этого вызова нет`;
  if (known.length === 0) return `${begins}, и других тоже`;
  const meant = findNearestName(name, known);
  return meant === null ? `${begins}. Есть: ${known.join(', ')}` : `${begins}. Похож «${meant}»`;
}
