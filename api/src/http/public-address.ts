import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/**
 * The portal's public address without a trailing slash: as configured, otherwise as this request reached it. What the
 * request claims is parsed as an address, so that nothing else gets into a page.
 */
export function publicAddress(config: Config, request: FastifyRequest): string {
  const said = `${request.protocol}://${request.host}`;
  return config.publicUrl ?? (URL.canParse(said) ? new URL(said).origin : '');
}
