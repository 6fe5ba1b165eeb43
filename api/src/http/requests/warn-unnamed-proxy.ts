import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';

const near = new BlockList();
near.addSubnet('127.0.0.0', 8, 'ipv4');
near.addSubnet('10.0.0.0', 8, 'ipv4');
near.addSubnet('172.16.0.0', 12, 'ipv4');
near.addSubnet('192.168.0.0', 16, 'ipv4');
near.addAddress('::1', 'ipv6');
near.addSubnet('fc00::', 7, 'ipv6');

/**
 * Warns once that a machine of the operator's own network forwards requests and is not in TRUSTED_PROXIES. All users
 * behind it are one address to the limits.
 */
export function warnUnnamedProxy(app: FastifyInstance, ctx: Context): void {
  if (!ctx.config.production || ctx.config.trustedProxies.length > 0) return;
  let warned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const { ip } = request;
    if (!warned && request.headers['x-forwarded-for'] && near.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')) {
      warned = true;
      ctx.log.error({ proxy: ip }, 'a proxy is not named in TRUSTED_PROXIES');
    }
    done();
  });
}
