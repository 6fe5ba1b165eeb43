import { expect, test } from 'vitest';
import {
  formatBytes,
  formatDate,
  formatFixed,
  formatLitres,
  formatMoney,
  formatNumber,
  formatSeconds,
  moneyParts,
  moscowDay,
  glueNumbers,
} from './format.ts';

test('§9.6 a sum stays on one line and shows a minus, not a hyphen', () => {
  expect(formatMoney(1234.5)).toBe('1\u00a0234,50\u00a0₽');
  expect(formatMoney(-1234567.05)).toBe('\u22121\u00a0234\u00a0567,05\u00a0₽');
  expect(formatMoney(0)).toBe('0,00\u00a0₽');
});

test('floating point shows no kopeck too few', () => {
  expect(formatMoney(0.29)).toBe('0,29\u00a0₽');
  expect(formatMoney(1.005)).toMatch(/^1,0[01]/);
  expect(formatMoney(999_999.99)).toBe('999\u00a0999,99\u00a0₽');
});

test('zero wears no sign', () => {
  expect(moneyParts(-0.001).sign).toBe('');
  expect(moneyParts(0, { signed: true }).sign).toBe('');
  expect(moneyParts(5, { signed: true }).sign).toBe('+');
  expect(formatNumber(-0.001, 2)).toBe('0');
});

test('figures of a column have the same decimals', () => {
  expect([31, 27.64, -0.04, 1234.5].map((value) => formatFixed(value, 1))).toEqual([
    '31,0',
    '27,6',
    '0,0',
    '1\u00a0234,5',
  ]);
  expect(formatFixed(85, 0)).toBe('85');
});

test('litres show no empty decimals', () => {
  expect(formatLitres(1234.5)).toBe('1\u00a0234,5\u00a0л');
  expect(formatLitres(40)).toBe('40\u00a0л');
});

test('a countdown of 45 seconds is written as 00:45 (§9)', () => {
  expect(formatSeconds(45)).toBe('00:45');
  expect(formatSeconds(0.2)).toBe('00:01');
  expect(formatSeconds(-3)).toBe('00:00');
  expect(formatSeconds(300)).toBe('05:00');
});

test('a night in Moscow is not shown as the day before', () => {
  expect(formatDate('2026-11-04T21:30:00Z')).toBe('05.11.2026');
  expect(formatDate('2026-11-04T21:30:00Z', 'datetime')).toBe('05.11.2026, 00:30');
  expect(formatDate('2026-11-04T21:30:00Z', 'time')).toBe('00:30');
  expect(moscowDay(new Date('2026-11-04T21:30:00Z'))).toBe('2026-11-05');
});

test('a calendar day or month does not shift with the time zone', () => {
  expect(formatDate('2026-11-05', 'long')).toBe('5\u00a0ноября\u00a02026');
  expect(formatDate('2026-11', 'month')).toBe('ноябрь 2026');
});

test('a broken date does not print Invalid Date', () => {
  expect(formatDate('soon')).toBe('');
});

test('a file size is not written in bytes', () => {
  expect(formatBytes(10 * 1024 * 1024)).toBe('10\u00a0МБ');
  expect(formatBytes(100)).toBe('1\u00a0КБ');
});

test('a line never ends with № before its number', () => {
  expect(glueNumbers('Татнефть № 179')).toBe('Татнефть №\u00a0179');
});

test('a kilometre does not break within its number, and a house stays with its number', () => {
  expect(glueNumbers('трасса М-5 «Урал», 1565-й км')).toBe('трасса М-5 «Урал», 1565\u2060-\u2060й\u00a0км');
  expect(glueNumbers('Заводской проезд, дом 3')).toBe('Заводской проезд, дом\u00a03');
});
