import { counted } from '#contract/values/counted.ts';
import { SIGNAL_RULE } from '#contract/fleet/signal-rule.ts';
import { formatLitres, moscowDay } from '../../../lib/money-format.ts';
import type { Filling, Finding } from './filling.ts';
import { getMedian } from './median.ts';

/** Rules about how much and of what. */

const DAY_MS = 86_400_000;
const DAY_FORMS = ['день', 'дня', 'дней'] as const;
const FILLING_FORMS = ['заправка', 'заправки', 'заправок'] as const;

/** More in one go than the tank holds, with a margin for how networks and gauges count. */
export function findOverTank(fillings: readonly Filling[]): Finding[] {
  const { times } = SIGNAL_RULE['over-tank'].parameters;
  return motorFuel(fillings).flatMap(({ operationId, centilitres, tankCentilitres: tank }) =>
    tank !== null && centilitres > tank * times
      ? [
          {
            operationId,
            confidence: sure(centilitres / (tank * times)),
            evidence: `Залито ${formatLitres(centilitres)}, бак машины ${formatLitres(tank)}`,
          },
        ]
      : [],
  );
}

/** Finds more than two tanks in one Moscow day. The filling that passes this amount is reported. */
export function findDayTanks(fillings: readonly Filling[]): Finding[] {
  const { tanks } = SIGNAL_RULE['day-tanks'].parameters;
  const taken = new Map<string, number>();
  return motorFuel(fillings).flatMap((filling) => {
    const day = moscowDay(filling.at);
    const before = taken.get(day) ?? 0;
    const now = before + filling.centilitres;
    taken.set(day, now);
    const max = filling.tankCentilitres === null ? Infinity : filling.tankCentilitres * tanks;
    if (now <= max || before > max) return [];
    return [
      {
        operationId: filling.operationId,
        confidence: sure(now / max),
        evidence: `За день ${formatLitres(now)}, это больше ${tanks} баков по ${formatLitres(filling.tankCentilitres ?? 0)}`,
      },
    ];
  });
}

/** Motor fuel of another kind than the truck takes. What is no motor fuel (AdBlue, washing) is no mistake. */
export function findOtherFuel(fillings: readonly Filling[]): Finding[] {
  return motorFuel(fillings).flatMap(({ operationId, fuel, vehicleFuel, goodsTitle, centilitres }) =>
    vehicleFuel !== null && fuel !== vehicleFuel
      ? [
          {
            operationId,
            confidence: 95,
            evidence: `${goodsTitle}, ${formatLitres(centilitres)}: машина ездит на другом топливе`,
          },
        ]
      : [],
  );
}

/**
 * Finds fillings far above the truck's usual one of the 90 days before: by the median and the median distance from it,
 * which a few odd fillings do not move. Small fillings are ignored, and so are trucks with few of them.
 */
export function findHabit(fillings: readonly Filling[]): Finding[] {
  const { days, samples, strength, timesMedian } = SIGNAL_RULE.habit.parameters;
  const motor = motorFuel(fillings);
  return motor.flatMap(({ operationId, at, centilitres }, place) => {
    const since = at.getTime() - days * DAY_MS;
    const before: number[] = [];
    for (let back = place - 1; back >= 0; back -= 1) {
      const other = motor[back];
      if (!other || other.at.getTime() < since) break;
      before.push(other.centilitres);
    }
    if (before.length < samples) return [];
    const usual = getMedian(before);
    // For a normal spread this is its standard deviation. A truck that always takes the same has at least a twentieth.
    const spread = Math.max(1.4826 * getMedian(before.map((value) => Math.abs(value - usual))), usual / 20);
    const far = (centilitres - usual) / spread;
    if (far < strength || centilitres < usual * timesMedian) return [];
    return [
      {
        operationId,
        confidence: Math.min(90, Math.round(40 + far * 4)),
        evidence: `Залито ${formatLitres(centilitres)}, обычно ${formatLitres(Math.round(usual))} (${counted(before.length, FILLING_FORMS)} за ${counted(days, DAY_FORMS)})`,
      },
    ];
  });
}

/** Purchases of fuel that drives: what else stations sell is none. */
export function motorFuel(fillings: readonly Filling[]): Filling[] {
  return fillings.filter(({ isRefund, fuel }) => !isRefund && fuel !== null);
}

/** The further past its bound, the surer: 70 at the bound, 99 from a third above it. */
function sure(times: number): number {
  return Math.min(99, Math.round(70 + (times - 1) * 90));
}
