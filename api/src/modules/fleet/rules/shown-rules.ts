import type { BreachRow } from './breach-store.ts';
import type { HeldRule, KeptRule, Layers } from './decide.ts';
import type { Opening } from './opening.ts';
import type { RuleNames } from './rule-facts.ts';

export interface ShownRules {
  rules: KeptRule[];
  held: HeldRule[];
  names: RuleNames;
}

export interface ShownCardRules extends ShownRules {
  layers: Layers;
  group: { groupId: number; title: string } | null;
  opening: Opening | null;
  closedFor: string | null;
  breaches: BreachRow[];
}
