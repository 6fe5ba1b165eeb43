import fc from 'fast-check';
import { expect, test } from 'vitest';
import { auditChangeLine } from '#contract/backoffice/audit-change-line.ts';
import { allCalls } from '#contract/calls.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { TARGET_TITLE } from '#contract/backoffice/audit-target-titles.ts';
import { COMPANY_AUDIT_TITLE } from '#contract/backoffice/audit-titles.ts';
import { isSecret } from '../../../audit/redact-input.ts';
import { getTargets } from '../../../http/call-work.ts';
import { FIELD_TEXTS } from './field-texts.ts';
import { formatChanges } from './format-changes.ts';

const TITLES = {
  networks: new Map([
    [1, 'Роснефть'],
    [2, 'Газпромнефть'],
  ]),
  companies: new Map([[7, 'ООО «Рейс»']]),
  subjects: new Map([['user 5', 'Сергей Лапин']]),
};
const line = (before: Record<string, unknown> | null, after: Record<string, unknown> | null): string =>
  auditChangeLine(formatChanges({ before, after }, TITLES)).replace(/\s/g, ' ');

test('a transfer of 1.50 rubles is shown as 1,50 ₽, beside the balances that it moved', () => {
  const before = { unallocated: 1000_00, 'in-transit': 0 };
  const after = { unallocated: 998_50, 'in-transit': 1_50, sum: 1_50, mode: 1 };
  expect(line(before, after)).toBe(
    'Нераспределённые: 1 000,00 ₽ → 998,50 ₽; В пути: 0,00 ₽ → 1,50 ₽; Сумма: 1,50 ₽; Направление: на карту',
  );
});

test('networks and fuels are shown by name, cards of an order by number', () => {
  expect(line({ 'partner:2': 0 }, { 'partner:2': 5_00, accounts: [{ partner_id: 2, sum: 5_00 }] })).toBe(
    'На счёте сети Газпромнефть: 0,00 ₽ → 5,00 ₽; По сетям: Газпромнефть: 5,00 ₽',
  );
  expect(line({ goodsIds: [301, 302] }, { goodsIds: [] })).toBe('Виды топлива: ДТ, ДТ зимнее → никаких');
  expect(line(null, { item: [{ partner_id: 1, cards_cnt: 4 }] })).toBe('Карты: Роснефть: 4');
});

test('limits and rules are shown in their own units', () => {
  const limit = (count: number, unit: string) => ({ limit: { count, unit, period: 'P1D' } });
  expect(line(limit(8000, 'sum'), limit(250, 'amount'))).toBe('Лимит: 8 000,00 ₽ за сутки → 250 л за сутки');
  const hours = { kind: 'hours', value: { days: [1, 2], from: '07:00', to: '20:00' } };
  const rules = [{ kind: 'litres_week', value: 600 }, { kind: 'networks', value: [2] }, hours];
  expect(line(null, { rules })).toBe(
    'Правила: Литры в неделю: 600 л, Сети: Газпромнефть, Часы и дни: пн, вт 07:00–20:00',
  );
});

test('an event with two sides is shown field by field, only where they differ', () => {
  const from = { cards: [{ partnerId: 2, count: 2 }], address: { city: 'Чита', house: '79' } };
  const to = { cards: [{ partnerId: 2, count: 4 }], address: { city: 'Чита', house: '79' } };
  expect(line(null, { orderId: 1, revision: 2, from, to })).toBe('Карт: Газпромнефть: 2 → Газпромнефть: 4');
  expect(line(null, { from: 'specialist', to: 'none' })).toMatch(/^Было: Специалист; Стало: нет доступа$/i);
});

test('technical values are left out: ids of the subject, checksums, defaults', () => {
  expect(line(null, { sessionId: 6, isNew: false, isNewDevice: true })).toBe('Новое устройство: да');
  expect(line(null, { title: 'Отчёт', month: '2026-08', partnerId: 2, sum: null, sha256: 'c6' })).toBe(
    'Название: Отчёт; Сеть: Газпромнефть; Месяц: август 2026 г.',
  );
});

test('a closed month is shown by name, and an empty list of exceptions is left out', () => {
  expect(line(null, { despite: [], date: '10.2026' })).toBe('Дата: октябрь 2026 г.');
  expect(line(null, { date: '2026-10-05' })).toBe('Дата: 05.10.2026');
  expect(line(null, { despite: ['payments'], date: '13.2026' })).toMatch(/Дата: 2026-13$/);
});

test('a decision at the bank is shown in Russian, without its technical order', () => {
  expect(line(null, { order: 'oxRJuHY', decision: 'pay' })).toBe('Решение: оплатить');
});

test('whatever a call names in its path has a Russian word', () => {
  const calls = allCalls.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/dev/'));
  const kinds = new Set(
    calls
      .flatMap((call) => {
        const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
        return getTargets(
          call,
          Object.fromEntries(names.map((name) => [name, name === 'kind' ? 'card' : 1])),
        );
      })
      .map(({ kind }) => kind),
  );
  expect(kinds.size).toBeGreaterThan(30);
  expect([...kinds].filter((kind) => !Object.hasOwn(TARGET_TITLE, kind))).toEqual([]);
});

test('the filter of a company has no action that staff alone can do', () => {
  const staffChanges = allCalls.filter(({ caller }) => caller.startsWith('staff'));
  expect(staffChanges.length).toBeGreaterThan(50);
  expect(
    staffChanges.map(({ name }) => name).filter((name) => Object.hasOwn(COMPANY_AUDIT_TITLE, name)),
  ).toEqual([]);
});

test('any recorded value under a known name can be shown', () => {
  const names = fc.constantFrom(
    ...Object.keys(FIELD_TEXTS),
    'partner:2',
    'new-field',
    'toString',
    '__proto__',
  );
  const fields = fc.dictionary(
    names,
    fc.oneof(fc.jsonValue(), fc.constantFrom('2026-99-99', '2026-13', NaN, 'toString', { toString: '' })),
  );
  fc.assert(
    fc.property(fields, fields, (before, after) => {
      for (const change of formatChanges({ before, after }, TITLES))
        for (const phrase of [change.label, change.before ?? '', change.after ?? ''])
          expect(phrase).toBeTypeOf('string');
    }),
    { numRuns: 5000 },
  );
});

test('every shown field of a call has a Russian label', () => {
  const input = new Set(allCalls.flatMap(listFields));
  expect(input.size).toBeGreaterThan(100);
  const change = [...input]
    .filter((name) => !isSecret(name))
    .flatMap((name) => formatChanges({ before: null, after: { [name]: 'что-то' } }, TITLES));
  expect(change.length).toBeGreaterThan(100);
  expect(change.map(({ label }) => label).filter((label) => !/[а-яё]/i.test(label))).toEqual([]);
});

/** The names of a call's body. */
function listFields(call: AnyEndpoint): string[] {
  if (call.method === 'GET' || call.changesNothing || call.path.startsWith('/dev/')) return [];
  return namesIn(call.body);
}

interface ZodNode {
  _zod: { def: { type: string; shape?: object; options?: ZodNode[]; in?: ZodNode; innerType?: ZodNode } };
}

function namesIn(schema: unknown): string[] {
  if (!schema) return [];
  const { shape, options, in: inner, innerType } = (schema as ZodNode)._zod.def;
  if (shape) return Object.keys(shape);
  return options ? options.flatMap(namesIn) : namesIn(inner ?? innerType);
}
