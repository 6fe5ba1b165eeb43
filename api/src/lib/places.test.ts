import { expect, test } from 'vitest';
import { createPlaces } from './places.ts';

function given(max: number) {
  const limit = { max };
  const places = createPlaces(() => limit.max);
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const take = (number: number): Promise<void> =>
    places.take(() => {
      started.push(number);
      return new Promise((resolve) => ends.push(resolve));
    });
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { limit, places, begun: started, ends, take, settle };
}

test('places limit how many calls run, and the others start in order', async () => {
  const { begun: started, ends, take, settle } = given(2);
  const all = [1, 2, 3, 4].map(take);
  await settle();
  expect(started).toEqual([1, 2]);
  ends.shift()?.();
  await settle();
  expect(started).toEqual([1, 2, 3]);
  for (let left = 0; left < 4; left += 1) {
    ends.shift()?.();
    await settle();
  }
  await Promise.all(all);
  expect(started).toEqual([1, 2, 3, 4]);
});

test('work that fails gives its place back', async () => {
  const { places } = given(1);
  await expect(places.take(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await places.take(async () => 'done')).toBe('done');
});

test('more places let those in who wait, fewer let no one in until enough have left', async () => {
  const { limit, begun: started, ends, take, settle } = given(1);
  const all = [1, 2, 3, 4, 5].map(take);
  await settle();
  limit.max = 3;
  all.push(take(6));
  await settle();
  expect(started).toEqual([1, 2, 3]);
  limit.max = 1;
  for (const end of ends.splice(0, 2)) end();
  await settle();
  expect(started).toEqual([1, 2, 3]);
  limit.max = 10;
  ends.shift()?.();
  await settle();
  expect(started).toEqual([1, 2, 3, 4, 5, 6]);
  for (const end of ends) end();
  await Promise.all(all);
});

test('owners take turns: one with a crowd delays another by one piece of work', async () => {
  const places = createPlaces(() => 2);
  const [started, ends]: [string[], (() => void)[]] = [[], []];
  const take = (owner: string, name: string) =>
    places.take(() => {
      started.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    }, owner);
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const all = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => take('a', name));
  all.push(take('b', 'b1'), take('b', 'b2'), take('c', 'c1'));
  await settle();
  for (let left = 0; left < all.length; left += 1) {
    ends.shift()?.();
    await settle();
  }
  await Promise.all(all);
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5']);
});
