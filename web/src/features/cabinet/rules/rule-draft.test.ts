import { expect, test } from 'vitest';
import type { Rule } from '#contract/fleet/rule-values.ts';
import { toDraft, newDraft, toRule } from './rule-draft.ts';

test.each<[Rule]>([
  [{ kind: 'litres_day', value: 350.5 }],
  [{ kind: 'sum_once', value: null }],
  [{ kind: 'litres_filling', value: 'tank' }],
  [{ kind: 'litres_filling', value: 80 }],
  [{ kind: 'hours', value: { days: [1, 7], from: '22:00', to: '06:00' } }],
  [{ kind: 'goods', value: [301, 302] }],
  [{ kind: 'networks', value: [2] }],
  [{ kind: 'regions', value: ['Центральный округ'] }],
  [{ kind: 'stations', value: ['АЗС № 1, Москва'] }],
  [{ kind: 'price', value: 0 }],
])('an untouched rule is sent as it was: %j', (rule) => {
  expect(toRule(toDraft(rule))).toEqual(rule);
});

test('a number as people write it is one, and anything else is not yet a rule', () => {
  expect(toRule({ ...newDraft('sum_month'), text: '100 000,50' })).toEqual({
    kind: 'sum_month',
    value: 100_000.5,
  });
  expect(toRule({ ...newDraft('sum_month'), text: 'много' })).toBeNull();
  expect(toRule({ ...newDraft('hours'), days: [] })).toBeNull();
  expect(toRule(newDraft('goods'))).toBeNull();
  expect(toRule({ ...newDraft('hours'), from: '25:00' })).toBeNull();
  expect(toRule({ ...newDraft('hours'), to: '22' })).toBeNull();
  expect(toRule({ ...newDraft('hours'), to: '24:00' })).not.toBeNull();
});
