import { expect, test } from 'vitest';
import { decodePolyline, readLineString } from './polyline.ts';

/** The example in the algorithm's own description has five decimals. */
const EXAMPLE = '_p~iF~ps|U_ulLnnqC_mqNvxq`@';

test('an encoded line reads as its published example, and one that breaks off is not read at all', () => {
  expect(decodePolyline(EXAMPLE, 5)).toEqual([
    [38.5, -120.2],
    [40.7, -120.95],
    [43.252, -126.453],
  ]);
  expect(decodePolyline(EXAMPLE.slice(0, -1), 5)).toBeNull();
  expect(decodePolyline('\u0001', 5)).toBeNull();
});

test('a line in words reads longitude first, with heights or without, and nonsense is not read at all', () => {
  const line = [
    [55.75, 37.61],
    [56.86, 35.9],
  ];
  expect(readLineString('LINESTRING(37.61 55.75, 35.9 56.86)')).toEqual(line);
  expect(readLineString('LINESTRING Z (37.61 55.75 140, 35.9 56.86 150)')).toEqual(line);
  for (const broken of ['', 'LINESTRING()', 'LINESTRING(37.61, 35.9)', 'POINT(37 55)', 'LINESTRING(a b)']) {
    expect(readLineString(broken)).toBeNull();
  }
});
