import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { tooOften } from '../../errors.ts';
import { getAddressBlock } from '../../lib/get-address-block.ts';

/**
 * Limits requests per address, far above what a busy office needs. It prevents a broken client from taking the server
 * down. SMS codes have their own, lower limits (modules/sms-codes), and so do calls bound with `perMinute`.
 */
export async function refuseTooMany(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: ctx.config.requestsPerMinute,
    timeWindow: 60_000,
    keyGenerator: ({ ip }) => getAddressBlock(ip),
    errorResponseBuilder: (_request, { ttl }) => tooOften(Math.max(1, Math.ceil(ttl / 1000))),
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': true,
    },
  });
}
