import { BlockList, isIP } from 'node:net';

const INNER = new BlockList();
// This machine, its networks, the links' own, carriers' NAT, tests, many at once: nothing that a client's program is at.
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  INNER.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  INNER.addSubnet(address, bits, 'ipv6');

/** Of this machine or of a network that is not the internet; an IPv4 address that is written as IPv6 counts as what it is. */
export function isInnerAddress(ip: string): boolean {
  const family = isIP(ip);
  return family === 0 || INNER.check(ip, family === 6 ? 'ipv6' : 'ipv4');
}
