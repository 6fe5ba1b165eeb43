import type { EnforcedBy } from '#contract/fleet/rules.ts';
import type { Context } from '../../../context.ts';
import { formatRules, type EffectiveRule, type EnforcedRule } from './purchase/decide.ts';
import { getNetworkAbility, toEnforcedRules, weakest } from './purchase/network-ability.ts';
import type { RuleNames } from './purchase/rule-kind.ts';

/** Returns who enforces each rule when cards are of several networks: as at the network that can do least for it. */
export function enforceAtNetworks(
  ctx: Context,
  effective: readonly EffectiveRule[],
  networks: readonly number[],
): EnforcedRule[] {
  const each = networks.map((id) => toEnforcedRules(effective, getNetworkAbility(ctx, id)));
  return effective.map((effectiveRule, index): EnforcedRule => {
    const ways = each.flatMap((all) => (all[index] ? [all[index]] : []));
    const heldBy: EnforcedBy = weakest(ways.map((way) => way.heldBy));
    const differs = ways.some((way) => way.heldBy !== heldBy);
    const note = ways.find((way) => way.heldBy === heldBy)?.note ?? null;
    return {
      ...effectiveRule,
      heldBy,
      note: differs ? 'Зависит от сети карты: в некоторых сетях правило действует строже' : note,
    };
  });
}

/**
 * Describes what the network enforces, what the portal guards and what is only watched, each as a sentence. Null when
 * there is nothing.
 */
export function describeEnforcement(
  enforced: readonly EnforcedRule[],
  names: RuleNames,
): Record<EnforcedBy, string | null> {
  const of = (by: EnforcedBy) => {
    const some = enforced.filter(({ heldBy }) => heldBy === by);
    return some.length === 0 ? null : formatRules(some, names);
  };
  return { network: of('network'), portal: of('portal'), watched: of('watched') };
}
