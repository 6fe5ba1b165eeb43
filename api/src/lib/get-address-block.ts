import { isIPv6 } from 'node:net';

const GROUPS_OF_A_SITE = 4;

/**
 * Returns the block that limits count as one place: an IPv4 address, or the /64 of an IPv6 address, where each
 * subscriber has too many addresses to count. Text that is not an address is returned unchanged.
 */
export function getAddressBlock(ip: string): string {
  const address = ip.replace(/%.*$/, '');
  if (!isIPv6(address)) return address;
  const old = /^(?:0*:)*(?:ffff:)(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (old) return old[1] as string;
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: gap }, () => '0'), ...after];
  const site = groups.slice(0, GROUPS_OF_A_SITE).map((group) => Number.parseInt(group, 16).toString(16));
  return `${site.join(':')}::/64`;
}
