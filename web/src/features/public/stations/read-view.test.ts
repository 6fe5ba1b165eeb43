import { expect, test } from 'vitest';
import { makeTripMarks } from './read-view.ts';

const MOSCOW = { lat: 55.756, lon: 37.617 };
const KAZAN = { lat: 55.796, lon: 49.106 };
const CHEBOKSARY = { lat: 56.13, lon: 47.25 };

test('a stop takes the place of a letter that its mark would cover', () => {
  const labels = (stops: { lat: number; lon: number }[]) =>
    makeTripMarks([MOSCOW, KAZAN], stops).map(({ label }) => label);
  expect(labels([CHEBOKSARY])).toEqual(['А', 'Б', '1']);
  expect(labels([{ lat: 55.7, lon: 37.5 }, CHEBOKSARY])).toEqual(['Б', '1', '2']);
  expect(labels([])).toEqual(['А', 'Б']);
});
