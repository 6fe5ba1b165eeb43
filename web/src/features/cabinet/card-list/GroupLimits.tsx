import { listCards } from '#contract/cards/cards.ts';
import { listRuleGroups } from '#contract/fleet/rules.ts';
import { useRead } from '../../../state/use-call.ts';
import { CARD_FORMS, type Card } from '../../../cards/describe-card.ts';
import { counted } from '#contract/values/counted.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { hasLimit, LimitMeter, type Limit } from '../../../cards/LimitMeter.tsx';
import styles from './GroupLimits.module.css';

/**
 * Shows the budget and the remaining limits of each card group, the latter added up; only if some card has a group (spec section 2). Each group
 * is counted whole, also in a filtered list.
 */
export function GroupLimits({ cards }: { cards: readonly Card[] }) {
  const shown = new Set(cards.map((card) => card.group_id));
  // The same read as the balances beside the list.
  const all = useRead(listCards, { query: {} }).data?.data ?? cards;
  const groups = groupCards(all.filter((card) => shown.has(card.group_id)));
  const budgets = useRead(listRuleGroups, {}, { enabled: groups.length > 0 }).data?.data ?? [];
  if (groups.length === 0) return null;
  return (
    <Panel title="Лимиты групп карт">
      <ul className={styles.groups}>
        {groups.map((group) => (
          <li key={group.id} className={styles.group}>
            <p>
              <strong>{group.title}</strong>, {counted(group.count, CARD_FORMS)}
            </p>
            {budgets
              .find(({ id }) => id === group.id)
              ?.budgets.map((budget) => (
                <LimitMeter
                  key={`together-${budget.unit.id}-${budget.period.id}`}
                  limit={budget}
                  label={`Бюджет группы «${group.title}»`}
                />
              ))}
            {group.totals.length === 0 && <p className="ink-2 type-small">Лимиты не заданы</p>}
            {group.totals.map((total) => (
              <LimitMeter
                key={`${total.unit.id}-${total.period.id}`}
                limit={total}
                label={`Лимит группы «${group.title}»`}
              />
            ))}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type Group = { id: number; title: string; count: number; totals: Limit[] };

/** Never adds rubles to litres, or limits of different periods. */
function groupCards(cards: readonly Card[]): Group[] {
  const groups = new Map<number, Group>();
  for (const card of cards) {
    const { group_id: id } = card;
    if (id === null) continue;
    const title = card.group?.id === id ? card.group.title : `Группа ${id}`;
    const group = groups.get(id) ?? { id, title, count: 0, totals: [] };
    groups.set(group.id, { ...group, count: group.count + 1, totals: addLimit(group.totals, card) });
  }
  return [...groups.values()].toSorted((a, b) => a.title.localeCompare(b.title, 'ru'));
}

function addLimit(totals: Limit[], card: Card): Limit[] {
  if (!hasLimit(card)) return totals;
  const { limit } = card;
  const same = (item: Limit) => item.unit.id === limit.unit.id && item.period.id === limit.period.id;
  if (!totals.some(same)) return [...totals, limit];
  return totals.map((total) =>
    same(total)
      ? {
          ...total,
          unit_count: total.unit_count + limit.unit_count,
          spent: total.spent + limit.spent,
          left: total.left + limit.left,
        }
      : total,
  );
}
