import type { z } from 'zod';
import { fetchJson, ServiceUnreachable, type JsonReply, type JsonRequest } from '../fetch-json.ts';
import { RoutingUnavailable } from './router.ts';

const TIME_LIMIT_MS = 8000;

export interface RouterOptions {
  /** Address without a slash at the end. */
  baseUrl: string;
  timeLimitMs?: number;
}

/** Makes the call; a router that does not answer throws RoutingUnavailable with its name. */
export async function askRouter(
  name: string,
  url: string,
  request: Omit<JsonRequest, 'timeLimitMs'> & { timeLimitMs?: number | undefined },
): Promise<JsonReply> {
  try {
    return await fetchJson(url, { ...request, timeLimitMs: request.timeLimitMs ?? TIME_LIMIT_MS });
  } catch (error) {
    if (!(error instanceof ServiceUnreachable)) throw error;
    throw new RoutingUnavailable(`${name}: ${error.message}`, { cause: error });
  }
}

/**
 * Returns the answer as read by the schema. Throws RoutingUnavailable for a malformed one, which proves nothing about
 * roads.
 */
export function understood<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  input: JsonReply,
): z.output<Schema> {
  const read = schema.safeParse(input.body);
  if (!read.success) throw new RoutingUnavailable(`${name}: HTTP ${input.status} without sense`);
  return read.data;
}

/** The sentences that a user reads; every router has its own codes for them. */
export const NO_ROUTE = 'Между этими точками нет дороги';
export const NO_ROAD_NEAR = 'Рядом с одной из точек нет автодороги';
export const TOO_MANY_POINTS = 'Слишком много точек маршрута';
