import { expect, test } from 'vitest';
import { isInNetworks } from './network-list.ts';

test.each([
  [['203.0.113.7'], '203.0.113.7', true],
  [['203.0.113.7'], '203.0.113.8', false],
  [['203.0.113.0/24'], '203.0.113.255', true],
  [['203.0.113.0/24'], '203.0.114.0', false],
  [['203.0.113.7'], '::ffff:203.0.113.7', true],
  [['2001:db8::/32'], '2001:db8:1::5', true],
  [['2001:db8::/32'], '2001:db9::5', false],
  [['2001:db8::1', '10.0.0.0/8'], '10.9.9.9', true],
  [['fe80::/10'], 'fe80::1%eth0', true],
  [[], '203.0.113.7', false],
  [['203.0.113.7'], 'nowhere', false],
])('the list %j has the address %s: %j', (networks, ip, isIn) => {
  expect(isInNetworks(networks, ip)).toBe(isIn);
});
