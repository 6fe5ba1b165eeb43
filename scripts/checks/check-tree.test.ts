import { expect, test } from 'vitest';
import { findTreeFaults } from './check-tree.ts';
import { AREAS } from './module-order.ts';

const inOrder: Record<string, string> = {
  ...Object.fromEntries(
    Object.keys(AREAS).map((area) => [
      `api/src/modules/${area}/README.md`,
      'Tables: none.\n\nCalled by: all.\n',
    ]),
  ),
  'api/src/modules/cards/README.md': 'Tables: `card`, `driver`.\n\nCalled by: `money`.\n',
  'api/src/modules/cards/cards/card-store.ts': 'sql`update card set status_id = 1`',
  'api/src/modules/cards/cards/read-card.ts': `import { list } from './card-store.ts';`,
  'api/src/modules/cards/drivers/add-driver.ts': 'sql`insert into driver (id) values (1)`',
  'api/src/modules/money/transfers/pay.ts': `import { readCard } from '../../cards/cards/read-card.ts';`,
};

function findFaultsWith(more: Record<string, string>): Record<string, string[]> {
  const found = findTreeFaults(new Map(Object.entries({ ...inOrder, ...more })));
  return Object.fromEntries(
    Object.entries(found).flatMap(([kind, faults]) =>
      faults.length > 0 ? [[kind, faults.map((fault: { file: string }) => fault.file)]] : [],
    ),
  );
}

test('a house in order has no faults', () => {
  expect(findFaultsWith({})).toEqual({});
});

test('an import of a room that stands later is a fault, also within an area', () => {
  const file = 'api/src/modules/cards/cards/list-cards.ts';
  expect(findFaultsWith({ [file]: `import { pay } from '../../money/transfers/pay.ts';` })).toEqual({
    upward: [file],
  });
  expect(findFaultsWith({ [file]: `import { add } from '../drivers/add-driver.ts';` })).toEqual({
    upward: [file],
  });
  expect(findFaultsWith({ 'api/src/lib/sum.ts': `import { x } from '../http/bind.ts';` })).toEqual({
    upward: ['api/src/lib/sum.ts'],
  });
});

test('a module without a place is a fault', () => {
  expect(findFaultsWith({ 'api/src/jobs/x.ts': '' })).toEqual({ upward: ['api/src/jobs/x.ts'] });
});

test('an import of another room’s store is a fault', () => {
  const file = 'api/src/modules/money/transfers/look.ts';
  const text = `import { list } from '../../cards/cards/card-store.ts';`;
  expect(findFaultsWith({ [file]: text })).toEqual({ foreignStores: [file] });
});

test('a table that two rooms write is a fault', () => {
  const text = 'sql`update card as one set shortfall = 0`';
  expect(findFaultsWith({ 'api/src/modules/fuel/sales/sales.ts': text })).toMatchObject({
    sharedTables: ['api/src/modules/cards/cards/card-store.ts'],
  });
});

test('a README that does not name what its area writes is a fault', () => {
  expect(
    findFaultsWith({ 'api/src/modules/cards/cards/x-store.ts': 'sql`delete from card_change`' }),
  ).toEqual({
    readmes: ['api/src/modules/cards/README.md'],
  });
});

test('tests may import everything', () => {
  const text = `import { list } from '../../cards/cards/card-store.ts';`;
  expect(findFaultsWith({ 'api/src/modules/identity/auth/auth.test.ts': text })).toEqual({});
});
