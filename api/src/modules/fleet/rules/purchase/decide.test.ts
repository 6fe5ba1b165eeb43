import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RULE_LAYERS, type RuleLayer } from '#contract/fleet/rules.ts';
import { RULE_KINDS, type Rule, type RuleKind } from '#contract/fleet/rule-values.ts';
import {
  findClosingReason,
  decide,
  effectiveRules,
  formatRules,
  type StoredRule,
  type Layers,
} from './decide.ts';
import { toEnforcedRules, limitToPush, type NetworkAbility } from './network-ability.ts';
import {
  NOTHING_SPENT,
  NOTHING_SPENT_TOGETHER,
  type PurchaseFacts,
  type RuleNames,
  KINDS_IN_ORDER,
} from './rule-kind.ts';

const NAMES: RuleNames = { goods: () => 'дизель', networks: (ids) => ids.join(', ') };
const SINCE = '2026-09-01T00:00:00.000Z';
/** Tuesday noon in Moscow. */
const NOON = new Date('2026-09-15T09:00:00Z');

const FACTS: PurchaseFacts = {
  at: NOON,
  partnerId: 2,
  goodsId: 301,
  centilitres: 100_00,
  sumKopecks: 7000_00,
  unitPriceKopecks: 70_00,
  station: { address: 'АЗС № 1, Москва', region: 'Москва' },
  regionMeanKopecks: 70_00,
  tankLitres: 400,
  spent: NOTHING_SPENT,
  spentTogether: NOTHING_SPENT_TOGETHER,
  openUntil: null,
};

function givenRule(kind: RuleKind, value: unknown): StoredRule {
  return { kind, value, since: SINCE } as StoredRule;
}

function rulesOnCard(...rules: StoredRule[]) {
  return effectiveRules({ profile: [], group: [], card: rules });
}

function broken(rule: StoredRule, more: Partial<PurchaseFacts> = {}): boolean {
  return decide(rulesOnCard(rule), { ...FACTS, ...more }, NAMES).length > 0;
}

/** Values by which the kinds of rules differ in nothing that layers care for. */
const VALUES: Record<string, fc.Arbitrary<unknown>> = {
  hours: fc.constantFrom(
    { days: [1, 2], from: '06:00', to: '22:00' },
    { days: [7], from: '22:00', to: '06:00' },
  ),
  goods: fc.constantFrom([301], [401, 402]),
  networks: fc.constantFrom([1], [2, 3]),
  regions: fc.constantFrom(['Москва'], ['Центральный округ']),
  stations: fc.constantFrom(['АЗС № 1, Москва'], ['АЗС № 2, Тверь']),
  litres_filling: fc.oneof(fc.constant('tank'), fc.integer({ min: 1, max: 900 })),
};
const anyRule = fc
  .constantFrom(...RULE_KINDS)
  .chain((kind) =>
    fc
      .option(VALUES[kind] ?? fc.integer({ min: 1, max: 900 }), { nil: null, freq: 4 })
      .map((value) => givenRule(kind, value)),
  );
const someRules = fc.uniqueArray(anyRule, { selector: (rule) => rule.kind, maxLength: 8 });
const anyLayers: fc.Arbitrary<Layers> = fc.record({ profile: someRules, group: someRules, card: someRules });
const anyAbility: fc.Arbitrary<NetworkAbility> = fc.record({
  limitPeriods: fc.subarray(['P1D', 'P1W', 'P1M', 'P3M']),
  choosesGoods: fc.boolean(),
  blocksCards: fc.boolean(),
  asks: fc.boolean(),
});
const anyFacts: fc.Arbitrary<PurchaseFacts> = fc.record({
  at: fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }),
  partnerId: fc.constantFrom(1, 2, 3),
  goodsId: fc.constantFrom(301, 401, null),
  centilitres: fc.integer({ min: 1, max: 1000_00 }),
  sumKopecks: fc.option(fc.integer({ min: 1, max: 100_000_00 })),
  unitPriceKopecks: fc.option(fc.integer({ min: 50_00, max: 100_00 })),
  station: fc.option(
    fc.constantFrom(FACTS.station, { address: 'АЗС № 2, Тверь', region: 'Тверская область' }),
  ),
  regionMeanKopecks: fc.option(fc.integer({ min: 50_00, max: 100_00 })),
  tankLitres: fc.option(fc.integer({ min: 100, max: 900 })),
  spent: fc.constantFrom(NOTHING_SPENT, {
    ...NOTHING_SPENT,
    fillingsToday: 3,
    day: { litres: 500_00, sum: 1 },
  }),
  spentTogether: fc.constant(NOTHING_SPENT_TOGETHER),
  openUntil: fc.constant(null),
});

test('of each kind the nearest layer wins, and one without a value lifts the others', () => {
  const nearest: RuleLayer[] = ['card', 'group', 'profile'];
  fc.assert(
    fc.property(anyLayers, (layers) => {
      const effective = effectiveRules(layers);
      for (const kind of RULE_KINDS) {
        const layer = nearest.find((item) => layers[item].some((rule) => rule.kind === kind));
        const input = layer && layers[layer].find((rule) => rule.kind === kind);
        const enforced = effective.find(({ rule }) => rule.kind === kind);
        expect(enforced).toEqual(input && input.value !== null ? { rule: input, layer } : undefined);
      }
    }),
  );
});

test('shown rules are the enforced ones: each refuses alone as among others', () => {
  fc.assert(
    fc.property(anyLayers, anyFacts, anyAbility, (layers, facts, ability) => {
      const effective = effectiveRules(layers);
      const shown = toEnforcedRules(effective, ability);
      expect(shown.map(({ rule }) => rule)).toEqual(effective.map(({ rule }) => rule));
      const together = decide(shown, facts, NAMES);
      expect(together).toEqual(shown.flatMap((heldRule) => decide([heldRule], facts, NAMES)));
    }),
  );
});

test('a rule is shown as held by a network only where the network is asked to hold it', () => {
  fc.assert(
    fc.property(anyLayers, anyAbility, (layers, ability) => {
      const effective = effectiveRules(layers);
      const pushed = limitToPush(effective, ability)?.rule.kind;
      for (const { rule, heldBy } of toEnforcedRules(effective, ability)) {
        const isPushed = rule.kind === pushed || (rule.kind === 'goods' && ability.choosesGoods);
        expect(heldBy === 'network').toBe(isPushed);
        if (heldBy === 'portal') expect(ability.asks || ability.blocksCards).toBe(true);
      }
    }),
  );
});

test('a rule that closes cards says whether the last purchase may exceed it', () => {
  const ability = { limitPeriods: [], choosesGoods: true, blocksCards: true, asks: false };
  const note = (kind: RuleKind, value: unknown) =>
    toEnforcedRules(rulesOnCard(givenRule(kind, value)), ability)[0]?.note;
  const [mayExceed, turns] = [
    /последняя покупка может его превысить$/,
    /^Портал закрывает и открывает карту$/,
  ];
  for (const kind of ['litres_day', 'sum_once', 'fillings_day'] as const)
    expect([kind, note(kind, 2)]).toEqual([kind, expect.stringMatching(mayExceed)]);
  expect(note('networks', [1])).toMatch(turns);
  expect(note('on_request', 30)).toMatch(turns);
  expect(note('price', 10)).toBeNull();
});

test('a card is closed for a reason only when it refuses the smallest purchase too', () => {
  fc.assert(
    fc.property(anyLayers, anyFacts, (layers, facts) => {
      const effective = effectiveRules(layers);
      const reason = findClosingReason(effective, facts, NAMES);
      const least = { ...facts, centilitres: 1, sumKopecks: 1 };
      if (reason) expect(decide(effective, least, NAMES)).toContainEqual(reason);
    }),
  );
});

test('the order of the sentence has every kind of rule once', () => {
  expect(KINDS_IN_ORDER.toSorted()).toEqual([...RULE_KINDS].toSorted());
  expect(RULE_LAYERS).toEqual(['profile', 'group', 'card']);
});

test('rules are one Russian sentence', () => {
  const input = rulesOnCard(
    givenRule('litres_filling', 'tank'),
    givenRule('hours', { days: [1, 2, 3, 4, 5, 6], from: '06:00', to: '22:00' }),
    givenRule('goods', [301, 302, 303]),
    givenRule('regions', ['Центральный округ']),
    givenRule('litres_day', 350),
  );
  expect(formatRules(input, NAMES)).toBe(
    'Дизель до 350 л в сутки, пн–сб 6–22, Центральный округ, не больше бака',
  );
  expect(formatRules([], NAMES)).toBe('Без ограничений');
});

test.each<[string, Rule['kind'], unknown, Partial<PurchaseFacts>, Partial<PurchaseFacts>]>([
  ['litres a day', 'litres_day', 350, { centilitres: 350_00 }, { centilitres: 350_01 }],
  ['rubles once', 'sum_once', 100, { sumKopecks: 100_00 }, { sumKopecks: 100_01 }],
  ['fillings a day', 'fillings_day', 1, {}, { spent: { ...NOTHING_SPENT, fillingsToday: 1 } }],
  ['litres a filling', 'litres_filling', 100, {}, { centilitres: 100_01 }],
  ['the tank', 'litres_filling', 'tank', { centilitres: 400_00 }, { centilitres: 400_01 }],
  [
    'an unknown tank',
    'litres_filling',
    'tank',
    { centilitres: 900_00, tankLitres: null },
    { centilitres: 401_00 },
  ],
  ['hours', 'hours', { days: [2], from: '12:00', to: '13:00' }, {}, { at: new Date('2026-09-15T10:00:00Z') }],
  [
    'a night that began yesterday',
    'hours',
    { days: [1], from: '22:00', to: '06:00' },
    { at: new Date('2026-09-15T02:59:00Z') },
    { at: new Date('2026-09-15T03:00:00Z') },
  ],
  ['goods', 'goods', [301], {}, { goodsId: 401 }],
  ['networks', 'networks', [2], {}, { partnerId: 1 }],
  [
    'a district',
    'regions',
    ['Центральный округ'],
    {},
    { station: { address: 'x', region: 'Республика Татарстан' } },
  ],
  [
    'a list of stations',
    'stations',
    ['АЗС № 1, Москва'],
    {},
    { station: { address: 'x', region: 'Москва' } },
  ],
  ['a price', 'price', 10, { unitPriceKopecks: 77_00 }, { unitPriceKopecks: 77_01 }],
  ['a closed card', 'on_request', 30, { openUntil: new Date('2026-09-15T09:30:00Z') }, { openUntil: NOON }],
])('a rule of %s lets through up to its edge and nothing beyond', (_, kind, value, passes, refused) => {
  expect(broken(givenRule(kind, value), passes)).toBe(false);
  expect(broken(givenRule(kind, value), refused)).toBe(true);
});
