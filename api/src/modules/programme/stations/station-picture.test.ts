import { expect, test } from 'vitest';
import { dotsPath, projectStations, stationPicture } from './station-picture.ts';

const MOSCOW = { lat: 55.756, lon: 37.617 };
const VLADIVOSTOK = { lat: 43.116, lon: 131.885 };
const MURMANSK = { lat: 68.97, lon: 33.075 };
const SOCHI = { lat: 43.585, lon: 39.72 };
const CHUKOTKA = { lat: 66, lon: -175 };

test('§1.28 no station is lost when many stand at one place, and the place is one dot', () => {
  const picture = projectStations([MOSCOW, { lat: 55.757, lon: 37.618 }, VLADIVOSTOK]);
  expect(picture.dots).toHaveLength(2);
  expect(picture.dots.reduce((sum, dot) => sum + dot.count, 0)).toBe(3);
});

test('§1.28 the country is not drawn upside down, mirrored or cut at the date line', () => {
  const { dots, width, height } = projectStations([MOSCOW, VLADIVOSTOK, MURMANSK, SOCHI, CHUKOTKA]);
  const [moscow, vladivostok, murmansk, sochi, chukotka] = dots;
  expect(moscow!.x).toBeLessThan(vladivostok!.x);
  expect(murmansk!.y).toBeLessThan(sochi!.y);
  expect(chukotka!.x).toBeGreaterThan(vladivostok!.x);
  for (const dot of dots) {
    expect(dot.x).toBeGreaterThanOrEqual(0);
    expect(dot.x).toBeLessThanOrEqual(width);
    expect(dot.y).toBeGreaterThanOrEqual(0);
    expect(dot.y).toBeLessThanOrEqual(height);
  }
});

test('§1.28 one station, or none, breaks nothing', () => {
  expect(projectStations([]).dots).toEqual([]);
  expect(dotsPath(projectStations([MOSCOW]).dots)).toMatch(/^M8 8h0$/);
});

test('§1.28 the picture is whole whatever is drawn, and a list of nothing is still a picture', () => {
  for (const stations of [[], [MOSCOW], [MOSCOW, VLADIVOSTOK, MURMANSK, SOCHI, CHUKOTKA]]) {
    const svg = stationPicture(stations);
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 -?[\d.]+ 1120 [\d.]+">.*<\/svg>$/);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  }
});
