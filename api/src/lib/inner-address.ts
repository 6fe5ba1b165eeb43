import { BlockList, isIP } from 'node:net';

/** Global unicast: IANA gives addresses of the internet from this range alone. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');

// The special-purpose registries of IANA (RFC 6890): this machine, private networks, carriers' NAT, tests, multicast.
const SPECIAL = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  SPECIAL.addSubnet(address, bits, 'ipv4');
// Teredo (2001::/32) lies in the first one; 6to4 (2002::) carries an IPv4 address that may be private.
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const)
  SPECIAL.addSubnet(address, bits, 'ipv6');

/** Returns true unless the address is public unicast. An IPv4 address that is written as IPv6 is refused too. */
export function isInnerAddress(ip: string): boolean {
  switch (isIP(ip)) {
    case 4:
      return SPECIAL.check(ip, 'ipv4');
    case 6:
      return !GLOBAL.check(ip, 'ipv6') || SPECIAL.check(ip, 'ipv6');
    default:
      return true;
  }
}

/**
 * Returns true for a host of a URL that never leads to the internet: an inner address, `localhost`, or a name without a
 * dot. URL has turned decimal, octal and hexadecimal forms of IPv4 into the usual one. A dot at the end changes nothing.
 */
export function isInnerHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  if (isIP(host)) return isInnerAddress(host);
  return !host.includes('.') || /\.(localhost|local|internal|home\.arpa)$/i.test(host);
}
