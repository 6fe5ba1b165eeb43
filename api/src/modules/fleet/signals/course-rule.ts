import { SIGNAL_RULE } from '#contract/fleet/signal-rule.ts';
import { formatLitres, formatMoney, moscowTimeOfDay } from '../../../lib/money-format.ts';
import type { Filling, Finding } from './filling.ts';
import { motorFuel } from './volume-rule.ts';

const EARTH_KM = 6371;

export interface Place {
  lat: number;
  lon: number;
}

/** Straight-line distance. No road is shorter. */
export function distanceKm(left: Place, b: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const a =
    Math.sin(radians(b.lat - left.lat) / 2) ** 2 +
    Math.cos(radians(left.lat)) * Math.cos(radians(b.lat)) * Math.sin(radians(b.lon - left.lon) / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(a)));
}

/** Rules about when, where and at what price. */

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Two fillings that lie further apart than one can drive in between. */
export function findImpossibleSpeed(fillings: readonly Filling[]): Finding[] {
  const { kmPerHour, leastKm } = SIGNAL_RULE['too-fast'].parameters;
  const placed = motorFuel(fillings).filter(({ place }) => place !== null);
  return placed.flatMap((filling, index) => {
    const before = placed[index - 1];
    if (!before?.place || !filling.place) return [];
    const km = distanceKm(before.place, filling.place);
    const hours = (filling.at.getTime() - before.at.getTime()) / HOUR_MS;
    if (km < leastKm || km <= kmPerHour * hours) return [];
    const minutes = Math.round(hours * 60);
    return [
      {
        operationId: filling.operationId,
        confidence: before.cardId === filling.cardId ? 95 : 85,
        evidence: `Через ${minutes} мин после заправки в ${Math.round(km)} км отсюда: ${before.address}`,
      },
    ];
  });
}

/** A second filling of weight within half an hour; topping up a little is usual, and so is a second kind of goods. */
export function findTooFrequent(fillings: readonly Filling[]): Finding[] {
  const { minutes, leastCentilitres } = SIGNAL_RULE['too-often'].parameters;
  const weighty = motorFuel(fillings).filter(({ centilitres }) => centilitres >= leastCentilitres);
  return weighty.flatMap((filling, index) => {
    const before = weighty[index - 1];
    if (!before) return [];
    const passed = (filling.at.getTime() - before.at.getTime()) / MINUTE_MS;
    if (passed >= minutes) return [];
    return [
      {
        operationId: filling.operationId,
        confidence: 75,
        evidence: `${formatLitres(filling.centilitres)} через ${Math.round(passed)} мин после ${formatLitres(before.centilitres)}`,
      },
    ];
  });
}

/** Finds fillings outside the usual hours of a truck, unless it is often fuelled at that time. */
export function findOutsideHours(fillings: readonly Filling[]): Finding[] {
  const { from, until, days, samples, usualShare } = SIGNAL_RULE['outside-hours'].parameters;
  const motor = motorFuel(fillings);
  const isOutside = ({ at }: Filling) => {
    const time = moscowTimeOfDay(at).slice(0, 5);
    return time < from || time >= until;
  };
  return motor.flatMap((filling, place) => {
    if (!isOutside(filling)) return [];
    const since = filling.at.getTime() - days * DAY_MS;
    const before = motor.slice(0, place).filter(({ at }) => at.getTime() >= since);
    if (before.length < samples || before.filter(isOutside).length > before.length * usualShare) return [];
    return [
      {
        operationId: filling.operationId,
        confidence: 60,
        evidence: `В ${moscowTimeOfDay(filling.at).slice(0, 5)} МСК, хотя машину заправляют с ${from} до ${until}`,
      },
    ];
  });
}

/** Dearer or cheaper by a fifth than others pay for the same goods in the region. */
export function findPrice(fillings: readonly Filling[]): Finding[] {
  const { percent } = SIGNAL_RULE.price.parameters;
  return motorFuel(fillings).flatMap(({ operationId, unitKopecks, regionKopecks }) => {
    if (regionKopecks === null || regionKopecks === 0) return [];
    const off = ((unitKopecks - regionKopecks) / regionKopecks) * 100;
    if (Math.abs(off) <= percent) return [];
    return [
      {
        operationId,
        confidence: Math.min(90, Math.round(50 + Math.abs(off))),
        evidence: `${formatMoney(unitKopecks)} ₽ за литр, в регионе обычно ${formatMoney(regionKopecks)} ₽`,
      },
    ];
  });
}

/** Finds repeated returns: the third within thirty days, and each later one. */
export function findRefunds(fillings: readonly Filling[]): Finding[] {
  const { count, days } = SIGNAL_RULE.refunds.parameters;
  const refunds = fillings.filter(({ isRefund }) => isRefund);
  return refunds.flatMap((refund, place) => {
    const since = refund.at.getTime() - days * DAY_MS;
    const near = refunds.slice(0, place + 1).filter(({ at }) => at.getTime() >= since);
    if (near.length < count) return [];
    const sum = near.reduce((total, { sumKopecks }) => total + sumKopecks, 0);
    return [
      {
        operationId: refund.operationId,
        confidence: Math.min(90, 60 + (near.length - count) * 10),
        evidence: `Возвратов за ${days} дней: ${near.length}, на ${formatMoney(sum)} ₽`,
      },
    ];
  });
}
