import { expect, test } from 'vitest';
import { matchLines, type ComparedLine, type ComparedSale } from './match-lines.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-09-01T00:00:00Z');

function line(id: number, minutes: number, input: Partial<ComparedLine> = {}): ComparedLine {
  const clock = new Date(START + minutes * 60_000).toISOString().slice(0, 19);
  return {
    id,
    clock,
    isRefund: false,
    goodsTitle: 'ДТ',
    quantity: 100_00,
    unitPrice: 65_43,
    sum: 6543_00 + id,
    hasOneSum: true,
    ...input,
  };
}

/** The sale of a line, in Moscow. */
function sale({ id, clock, ...more }: ComparedLine): ComparedSale {
  const { goodsTitle, isRefund, quantity, unitPrice, sum } = more;
  const soldAt = new Date(`${clock}+03:00`);
  return {
    operationId: id,
    soldAt,
    isRefund,
    goodsTitle,
    quantity,
    unitPrice,
    sum,
    purchaseSum: null,
    address: '',
  };
}

/** Returns what a work returns, and how often other work got its turn meanwhile. */
async function countTurns<Result>(work: () => Promise<Result>): Promise<{ result: Result; turns: number }> {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const result = await work().finally(() => (isDone = true));
  return { result, turns };
}

test('50 000 lines of one card are matched, and other work gets its turn meanwhile', async () => {
  const lines = Array.from({ length: 50_000 }, (_, index) => line(index, (index * 1440) / 50));
  const sales = lines.filter(({ id }) => id % 10 === 0).map(sale);
  const { result, turns } = await countTurns(() => matchLines(lines, sales));
  expect(result.matches.every(({ line: found, sale: ours }) => found.id === ours.operationId)).toBe(true);
  expect(result.matches).toHaveLength(5000);
  expect(result.theirs).toHaveLength(45_000);
  expect(result.matches.every(({ differences }) => differences.length === 0)).toBe(true);
  expect(turns).toBeGreaterThan(10);
});

test('50 000 lines of one day take their turns with others, and each sale gets its own', async () => {
  const day = new Date(START).toISOString().slice(0, 10);
  const lines = Array.from({ length: 50_000 }, (_, index) => line(index, 0, { clock: day }));
  const sales = [49_999, 7, 25_000].map((id) => sale(line(id, 600)));
  const { result, turns } = await countTurns(() => matchLines(lines, sales));
  expect(result.matches.map(({ line: found }) => found.id).sort((a, b) => a - b)).toEqual([
    7, 25_000, 49_999,
  ]);
  expect(result.theirs).toHaveLength(49_997);
  expect(turns).toBeGreaterThan(10);
});

test('a sale of the same litres and sum is found up to a day away, and not further', async () => {
  const [near, far] = [line(1, 600), line(2, 600, { sum: 100_00 })];
  const sales = [sale(near), sale(far)].map((found, index) => ({
    ...found,
    soldAt: new Date(found.soldAt.getTime() + DAY_MS + index * 60_000),
  }));
  const { matches, theirs, ours } = await matchLines([near, far], sales);
  expect(matches).toMatchObject([{ line: { id: 1 }, differences: ['time'] }]);
  expect(theirs).toMatchObject([{ id: 2 }]);
  expect(ours).toMatchObject([{ operationId: 2 }]);
});
