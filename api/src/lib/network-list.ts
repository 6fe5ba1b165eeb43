import { BlockList, isIP } from 'node:net';

/**
 * Checks whether an address lies in one of these addresses and networks, such as `203.0.113.7`, `203.0.113.0/24`,
 * `2001:db8::/32`.
 */
export function isInNetworks(networks: readonly string[], ip: string): boolean {
  const address = plainAddress(ip);
  const family = isIP(address);
  if (family === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', prefix] = network.split('/');
    const kind = isIP(base) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(base, kind);
    else list.addSubnet(base, Number(prefix), kind);
  }
  return list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** A dual-stack socket reports an IPv4 address as an IPv6 one. */
function plainAddress(ip: string): string {
  const address = ip.replace(/%.*$/, '');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
