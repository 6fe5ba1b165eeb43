import type { HeldBy } from '#contract/rules.ts';
import type { Context } from '../../../context.ts';
import { sentenceOf, type EffectiveRule, type HeldRule } from './decide.ts';
import { abilityOf, holdAll, weakest } from './network-ability.ts';
import type { RuleNames } from './rule-facts.ts';

/** Who holds each rule where cards are of several networks: as at the one that can do least for it. */
export function holdAtNetworks(
  ctx: Context,
  effective: readonly EffectiveRule[],
  networks: readonly number[],
): HeldRule[] {
  const each = networks.map((id) => holdAll(effective, abilityOf(ctx, id)));
  return effective.map((one, index): HeldRule => {
    const ways = each.flatMap((all) => (all[index] ? [all[index]] : []));
    const heldBy: HeldBy = weakest(ways.map((way) => way.heldBy));
    const differs = ways.some((way) => way.heldBy !== heldBy);
    const note = ways.find((way) => way.heldBy === heldBy)?.note ?? null;
    return { ...one, heldBy, note: differs ? 'Зависит от сети карты: где-то правило держат строже' : note };
  });
}

/** What the network holds, what the portal guards and what is only watched, each as a sentence; null: nothing. */
export function heldWords(held: readonly HeldRule[], names: RuleNames): Record<HeldBy, string | null> {
  const of = (by: HeldBy) => {
    const some = held.filter(({ heldBy }) => heldBy === by);
    return some.length === 0 ? null : sentenceOf(some, names);
  };
  return { network: of('network'), portal: of('portal'), watched: of('watched') };
}
