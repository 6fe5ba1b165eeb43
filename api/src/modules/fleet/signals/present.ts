import type { z } from 'zod';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import { SIGNAL_RULE, SIGNAL_RULE_KEYS } from '#contract/fleet/signal-rule.ts';
import type { signal } from '#contract/fleet/signals.ts';
import type { RuleChoice } from './choice-store.ts';
import type { SignalRow } from './signal-list-store.ts';
import type { RuleCount } from './signal-store.ts';

export function presentSignal(row: SignalRow, userId: number): z.input<typeof signal> {
  return {
    id: row.id,
    rule: { key: row.rule, title: SIGNAL_RULE[row.rule].title },
    state: row.state,
    confidence: row.confidence,
    evidence: row.evidence,
    operation: {
      id: row.operation_id,
      at: row.sold_at.toISOString(),
      litres: row.centilitres / 100,
      sum: toRubles(kopecks(row.sum_kopecks)),
      goods: row.goods_title,
      station: row.address,
    },
    card: { id: row.card_id, card_number: row.card_number },
    vehicle: row.vehicle,
    driver: row.driver,
    owner: row.owner,
    is_mine: row.owner_id === userId,
    closing: row.closing,
    note: row.note,
    found_at: row.found_at.toISOString(),
  };
}

/** Every rule with what the company has chosen, and how often it was right. */
export function presentRules(choices: readonly RuleChoice[], counts: readonly RuleCount[]) {
  const chosen = new Map(choices.map((choice) => [choice.rule, choice]));
  const counted = new Map(counts.map((count) => [count.rule, count]));
  return SIGNAL_RULE_KEYS.map((key) => {
    const { found = 0, decided = 0, wrong = 0 } = counted.get(key) ?? {};
    const { title, words } = SIGNAL_RULE[key];
    const confirmed = decided - wrong;
    const precision = decided === 0 ? null : Math.round((confirmed / decided) * 100);
    const { deed: action = 'tell', owner = null } = chosen.get(key) ?? {};
    return { key, title, words, deed: action, owner, found, decided, confirmed, precision };
  });
}
