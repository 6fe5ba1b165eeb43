import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/**
 * Where people reach the portal, without a slash at the end: as configured, else as this request reached it. What a
 * request says of itself is read as an address, so that nothing but one gets into a page.
 */
export function publicAddress(config: Config, request: FastifyRequest): string {
  const said = `${request.protocol}://${request.host}`;
  return config.publicUrl ?? (URL.canParse(said) ? new URL(said).origin : '');
}
