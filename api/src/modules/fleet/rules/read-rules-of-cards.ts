import type { RuleLayer } from '#contract/rules.ts';
import type { Db } from '../../../db/database.ts';
import { groupsOfAnyCards } from '../vehicles/groups-of-cards.ts';
import { effectiveRules, type EffectiveRule } from './decide.ts';
import { listLayersOf } from './rule-store.ts';

type Card = { companyId: number; cardId: number };

/** The rules of these cards, of any companies, as their layers are now. Each layer is read once, whoever it is over. */
export async function readRulesOfCards(
  tx: Db,
  cards: readonly Card[],
): Promise<(card: Card) => EffectiveRule[]> {
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
  const known = new Map<string, EffectiveRule[]>();
  return (card) => {
    const keys = subjectsOf(card).map(([, , key]) => (layers.has(key) ? key : ''));
    const together = keys.join();
    const [own = [], group = [], profile = []] = keys.map((key) => layers.get(key));
    const effective = known.get(together) ?? effectiveRules({ profile, group, card: own });
    known.set(together, effective);
    return effective;
  };
}
