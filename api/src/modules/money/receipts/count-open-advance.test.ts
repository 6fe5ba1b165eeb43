import { expect, test } from 'vitest';
import { countOpenAdvance } from './count-open-advance.ts';

const day = (paid: number, returned = 0, offset = 0) => ({ paid, returned, offset });

test.each([
  ['no days', [], 0],
  ['an advance', [day(1000)], 1000],
  ['an advance and its return on one day', [day(1000, 300)], 700],
  ['a return before the advance', [day(0, 300), day(1000)], 1000],
  ['a return of more than came by СБП', [day(100, 1500), day(400)], 400],
  ['an offset and a return of the rest', [day(1000), day(0, 0, 600), day(0, 900)], 0],
  ['a return booked after the offset of all', [day(1000), day(0, 400), day(0, 0, 1000), day(500)], 100],
])('the advance by СБП that is left after %s', (_, days, left) => {
  expect(countOpenAdvance(days)).toBe(left);
});
