import { SIGNAL_RULE } from '#contract/signal-rule.ts';
import { moscowTimeOfDay } from '../../../lib/money-format.ts';
import { distanceKm } from './distance.ts';
import type { Filling, Finding } from './filling.ts';
import { motorFuel } from './volume-rule.ts';

/**
 * The truck was further from the station than it can have driven between the moment that its place is known of and the
 * filling. The older that place, the less it says: its confidence falls from 97 to 60. The evidence says how far, not where:
 * it stays, places are deleted after a week.
 */
export function findApart(fillings: readonly Filling[]): Finding[] {
  const { leastKm, kmPerHour, minutes } = SIGNAL_RULE.apart.parameters;
  return motorFuel(fillings).flatMap(({ operationId, at, place, position }) => {
    if (!place || !position) return [];
    const gap = Math.abs(at.getTime() - position.at.getTime()) / 60_000;
    const km = distanceKm(place, position);
    if (gap > minutes || km <= leastKm + (kmPerHour * gap) / 60) return [];
    return [
      {
        operationId,
        confidence: Math.round(97 - (37 * gap) / minutes),
        evidence: `Машина в ${clock(position.at)} МСК была в ${Math.round(km)} км по прямой от АЗС, а заправили в ${clock(at)} МСК`,
      },
    ];
  });
}

const clock = (at: Date): string => moscowTimeOfDay(at).slice(0, 5);
