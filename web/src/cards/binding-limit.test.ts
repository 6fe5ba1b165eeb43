import { expect, test } from 'vitest';
import { chooseBindingLimit, type Limit } from './LimitMeter.tsx';

const litres = { id: 'amount', title: 'литры' } as const;
const rubles = { id: 'sum', title: 'рубли' } as const;

function limit(unit: Limit['unit'], left: number): Limit {
  return {
    unit_count: 500,
    unit,
    period: { id: 'P1D', title: 'день' },
    spent: 500 - left,
    left,
    source: 'card',
  };
}

test('the limit that binds is a spent one, else the smallest rest in one unit', () => {
  const [own, wide, money, spent] = [
    limit(litres, 350),
    limit(litres, 400),
    limit(rubles, 100),
    limit(rubles, 0),
  ];
  expect(chooseBindingLimit([])).toBeNull();
  expect(chooseBindingLimit([wide, own])).toBe(own);
  expect(chooseBindingLimit([own, money])).toBe(own);
  expect(chooseBindingLimit([own, spent])).toBe(spent);
});
