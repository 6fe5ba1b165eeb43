import { expect, test } from 'vitest';
import { nearestFirst } from './map-middle.ts';

const BARNAUL = { name: 'Барнаул', lat: 53.35, lon: 83.78 };
const TULA = { name: 'Тула', lat: 54.19, lon: 37.62 };
const ANADYR = { name: 'Анадырь', lat: 64.73, lon: 177.5 };
const UELEN = { name: 'Уэлен', lat: 66.16, lon: -169.81 };

test('the list begins with what is nearest to the map’s middle, beyond 180° too', () => {
  const names = (places: { name: string }[]) => places.map(({ name }) => name);
  expect(names(nearestFirst([BARNAUL, TULA, ANADYR], [55.75, 37.62]))[0]).toBe('Тула');
  expect(names(nearestFirst([BARNAUL, TULA, ANADYR], [55, 83]))[0]).toBe('Барнаул');
  expect(names(nearestFirst([BARNAUL, UELEN, ANADYR], [66, 179]))).toEqual(['Анадырь', 'Уэлен', 'Барнаул']);
});
