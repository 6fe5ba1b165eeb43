import { isKnownRegion } from '#contract/values/federal-districts.ts';
import { isBudgetKind, type Rule } from '#contract/fleet/rule-values.ts';
import type { RuleLayer } from '#contract/fleet/rules.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { findGoods } from '../../../gateways/fuel-network/goods.ts';

/** Refuses (400 on `rules`) a budget for anything but a group. */
export function assertFitsLayer(layer: RuleLayer, rules: readonly Rule[]): void {
  if (layer !== 'group' && rules.some(({ kind }) => isBudgetKind(kind)))
    throw fieldRefusal('rules', 'Общий бюджет бывает только у группы');
}

/** Refuses (400 on `rules`) a fuel, network or region that there is not. */
export function assertKnown(ctx: Context, rules: readonly Rule[]): void {
  for (const rule of rules) {
    if (rule.kind === 'goods' && !rule.value?.every((id) => findGoods(id)) && rule.value !== null)
      throw fieldRefusal('rules', 'Неизвестный вид топлива');
    const known = ctx.partnerIds();
    if (rule.kind === 'networks' && rule.value?.some((id) => !known.includes(id)))
      throw fieldRefusal('rules', 'Неизвестная сеть');
    const strange = rule.kind === 'regions' ? rule.value?.find((value) => !isKnownRegion(value)) : undefined;
    if (strange !== undefined)
      throw fieldRefusal('rules', 'Такого региона нет. Напишите его, как на карте АЗС, или округ целиком');
  }
}
