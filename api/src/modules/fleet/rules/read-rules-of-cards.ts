import type { RuleLayer } from '#contract/rules.ts';
import type { Db } from '../../../db/database.ts';
import { groupsOfAnyCards } from '../vehicles/groups-of-cards.ts';
import { effectiveRules, type EffectiveRule } from './decide.ts';
import { listLayersOf } from './rule-store.ts';

type Card = { companyId: number; cardId: number };

/**
 * The rules of these cards, of any companies, as their layers are now: those that stood at a moment already. What was made a
 * rule after a purchase was none when it was made. Each layer is read once, whoever it is over.
 */
export async function readRulesOfCards(
  tx: Db,
  cards: readonly Card[],
): Promise<(card: Card, at: Date) => readonly EffectiveRule[]> {
  const groups = await groupsOfAnyCards(tx, cards);
  const subjectsOf = ({ companyId, cardId }: Card): [layer: RuleLayer, id: number, key: string][] =>
    (
      [
        ['card', cardId],
        ['group', groups.get(cardId) ?? 0],
        ['profile', 0],
      ] as const
    ).map(([layer, id]) => [layer, id, `${companyId} ${layer} ${id}`]);
  const subjects = new Map(
    cards.flatMap((card) =>
      subjectsOf(card).map(([layer, subjectId, key]) => [
        key,
        { companyId: card.companyId, layer, subjectId },
      ]),
    ),
  );
  const layers = new Map(
    (await listLayersOf(tx, [...subjects.values()])).map((one) => [
      `${one.company_id} ${one.layer} ${one.subject_id}`,
      one.rules,
    ]),
  );
  const known = new Map<string, { effective: EffectiveRule[]; newest: number }>();
  return (card, at) => {
    const keys = subjectsOf(card).map(([, , key]) => key);
    const together = keys.filter((key) => layers.has(key)).join();
    let rules = known.get(together);
    if (!rules) {
      const [own = [], group = [], profile = []] = keys.map((key) => layers.get(key));
      const effective = effectiveRules({ profile, group, card: own });
      rules = { effective, newest: Math.max(...effective.map(sinceOf)) };
      known.set(together, rules);
    }
    const { effective, newest } = rules;
    return newest <= at.getTime() ? effective : effective.filter((one) => sinceOf(one) <= at.getTime());
  };
}

function sinceOf({ rule }: EffectiveRule): number {
  return new Date(rule.since).getTime();
}
