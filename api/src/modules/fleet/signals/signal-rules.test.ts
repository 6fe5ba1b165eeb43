import { expect, test } from 'vitest';
import { SIGNAL_RULE_KEYS, type SignalRuleKey } from '#contract/fleet/signal-rule.ts';
import { seededRandom } from '../../../lib/seeded-random.ts';
import type { Filling } from './filling.ts';
import { findBySignalRule } from './signal-rules.ts';

/** A fleet of 40 trucks and half a year of fillings, with planted faults that are labelled by the rule that is to find them. */
function playFleet(seed: number): {
  fillings: Filling[];
  planted: Map<SignalRuleKey, Set<number>>;
  faults: Set<number>;
} {
  const random = seededRandom(seed);
  const between = (low: number, high: number) => low + random.next() * (high - low);
  const fillings: Filling[] = [];
  const planted = new Map(SIGNAL_RULE_KEYS.map((key) => [key, new Set<number>()]));
  const faults = new Set<number>();
  const begin = Date.parse('2026-01-01T00:00:00+03:00');
  const hourMs = 3_600_000;
  let id = 0;
  let turn = 0;
  const add = (filling: Filling, label?: SignalRuleKey, isPart = false) => {
    fillings.push(filling);
    if (label) planted.get(label)?.add(filling.operationId);
    if (label || isPart) faults.add(filling.operationId);
  };
  for (let truck = 1; truck <= 40; truck += 1) {
    const tank = 60_000 + (truck % 3) * 10_000;
    let returnedOn = -Infinity;
    const drivesAtNight = truck % 5 === 0;
    const makeUsualFilling = (at: number): Filling => {
      const place = { lat: 55 + between(0, 0.2), lon: 37 + between(0, 0.2) };
      // Trackers report every few minutes, some not at all, and a truck stands a little off the pump.
      const gapMs = between(-18, 18) * 60_000;
      const driven = Math.abs(gapMs) / 3_600_000 / 1.4;
      const position = {
        at: new Date(at + gapMs),
        lat: place.lat + between(-driven, driven),
        lon: place.lon,
      };
      return {
        operationId: (id += 1),
        cardId: truck,
        vehicleId: truck,
        isRefund: false,
        at: new Date(at),
        centilitres: Math.round(between(0.4, 0.6) * tank),
        unitKopecks: Math.round(between(6300, 6900)),
        sumKopecks: 20_000_00,
        goodsTitle: 'ДТ',
        fuel: 3,
        address: 'АЗС № 1',
        place,
        position: random.next() < 0.9 ? position : null,
        vehicleFuel: 3,
        tankCentilitres: tank,
        regionKopecks: 6600,
      };
    };
    for (let day = 0; day < 180; day += 1) {
      const hour = drivesAtNight && day % 3 === 0 ? 1 : between(7, 20);
      const at = begin + (day * 24 + hour) * hourMs;
      add(makeUsualFilling(at));
      // Noise that is no fault: AdBlue, a little topping up a quarter of an hour later, a lone return.
      if (day % 9 === 0)
        add({ ...makeUsualFilling(at + 5 * 60_000), fuel: null, goodsTitle: 'AdBlue', centilitres: 2000 });
      if (day % 11 === 0) add({ ...makeUsualFilling(at + 15 * 60_000), centilitres: 900, place: null });
      // Within thirty days of planted returns it is one more of them.
      if (day % 60 === 50)
        add({ ...makeUsualFilling(at + hourMs), isRefund: true }, undefined, day - returnedOn <= 30);
      if (day < 100 || (day + truck) % 20 !== 0) continue;
      const later = at + 1.5 * hourMs;
      turn += 1;
      const kind = SIGNAL_RULE_KEYS[turn % SIGNAL_RULE_KEYS.length] as SignalRuleKey;
      if (kind === 'over-tank')
        add({ ...makeUsualFilling(later), centilitres: Math.round(tank * 1.2) }, kind);
      if (kind === 'day-tanks') {
        add({ ...makeUsualFilling(later), centilitres: Math.round(tank * 0.95) }, undefined, true);
        add({ ...makeUsualFilling(later + hourMs), centilitres: Math.round(tank * 0.95) }, kind);
      }
      if (kind === 'other-fuel')
        add({ ...makeUsualFilling(later), fuel: 4, goodsTitle: 'АИ-95', centilitres: 5000 }, kind);
      // When the card goes so far, the truck does too. Otherwise it would be the other fault.
      if (kind === 'too-fast')
        add({ ...makeUsualFilling(later), place: { lat: 59.9, lon: 30.3 }, position: null }, kind);
      if (kind === 'apart') {
        const apart = {
          at: new Date(later + between(-15, 15) * 60_000),
          lat: 55.9,
          lon: 37.9 + between(0, 0.4),
        };
        add({ ...makeUsualFilling(later), position: apart }, kind);
      }
      if (kind === 'too-often') add(makeUsualFilling(at + 10 * 60_000), kind);
      if (kind === 'outside-hours' && !drivesAtNight)
        add(makeUsualFilling(begin + (day * 24 + 23.5) * hourMs), kind);
      if (kind === 'price') add({ ...makeUsualFilling(later), unitKopecks: 8600 }, kind);
      if (kind === 'habit') add({ ...makeUsualFilling(later), centilitres: Math.round(tank * 1.02) }, kind);
      if (kind === 'refunds') {
        returnedOn = day;
        for (const nth of [1, 2])
          add({ ...makeUsualFilling(later + nth * hourMs), isRefund: true }, undefined, true);
        add({ ...makeUsualFilling(later + 3 * hourMs), isRefund: true }, kind);
      }
    }
  }
  return { fillings, planted, faults };
}

test.each(SIGNAL_RULE_KEYS)(
  '%s finds 95 of 100 planted faults with at most one false signal in 1000 fillings',
  (key) => {
    const { fillings, planted, faults } = playFleet(20_261_126);
    const labelled = planted.get(key) as Set<number>;
    const found = findBySignalRule(key, fillings).map(({ operationId }) => operationId);
    const right = found.filter((value) => labelled.has(value)).length;
    // A fault planted for one rule may also be found by another one. That is no false alarm.
    const wrong = found.filter((value) => !faults.has(value)).length;
    expect(labelled.size).toBeGreaterThan(5);
    expect(right / labelled.size).toBeGreaterThanOrEqual(0.95);
    expect(wrong / (fillings.length / 1000)).toBeLessThanOrEqual(1);
  },
);
