import { expect, test } from 'vitest';
import { LineTooLong, ownerShares } from './owner-shares.ts';

test('a crowd of one owner waits in its order, and another owner’s place is free', async () => {
  const shares = ownerShares({ maxConcurrent: 2, waiting: 3 });
  const entered: string[] = [];
  const enter = async (owner: string, name: string) => {
    const leave = await shares.take(owner);
    entered.push(name);
    return leave;
  };
  const [one, two] = await Promise.all([enter('a', 'a1'), enter('a', 'a2')]);
  const later = ['a3', 'a4', 'a5'].map((name) => enter('a', name));
  await enter('b', 'b1');
  expect(entered).toEqual(['a1', 'a2', 'b1']);
  await expect(shares.take('a')).rejects.toThrow(LineTooLong);
  one();
  one();
  const three = await later[0];
  expect(entered).toEqual(['a1', 'a2', 'b1', 'a3']);
  two();
  three?.();
  for (const leave of await Promise.all(later.slice(1))) leave();
  expect(entered).toEqual(['a1', 'a2', 'b1', 'a3', 'a4', 'a5']);
});

test('a caller who has disconnected leaves the queue to those behind him', async () => {
  const shares = ownerShares({ maxConcurrent: 1, waiting: 2 });
  const leave = await shares.take('a');
  const gone = new AbortController();
  const first = shares.take('a', gone.signal);
  const second = shares.take('a');
  gone.abort();
  await expect(first).rejects.toThrow(LineTooLong);
  await expect(shares.take('a', AbortSignal.abort())).rejects.toThrow(LineTooLong);
  leave();
  expect(await second).toBeTypeOf('function');
});
