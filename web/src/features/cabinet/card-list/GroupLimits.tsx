import { listCards } from '#contract/cards/cards.ts';
import { listRuleGroups } from '#contract/fleet/rules.ts';
import { LIMIT_PERIOD } from '#contract/ids.ts';
import { useRead } from '../../../state/use-call.ts';
import { CARD_FORMS, type Card } from '../../../cards/describe-card.ts';
import { counted } from '#contract/values/counted.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { LimitMeter } from '../../../cards/LimitMeter.tsx';
import { groupCards } from './total-limits.ts';
import styles from './GroupLimits.module.css';

/** After «из»: «из 21 карты». */
const CARDS_OF = ['карты', 'карт', 'карт'] as const;

/**
 * Shows the budget of each card group and the limits of its cards, added up; only if some card has a group (spec section 2).
 * Each group is counted whole, also in a filtered list.
 */
export function GroupLimits({ cards }: { cards: readonly Card[] }) {
  const shown = new Set(cards.map((card) => card.group_id));
  // The same read as the balances beside the list.
  const all = useRead(listCards, { query: {} }).data?.data ?? cards;
  const groups = groupCards(all, shown);
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
              <div key={`${total.unit.id}-${total.period.id}`}>
                <p className="ink-2 type-small">
                  Лимиты карт в {LIMIT_PERIOD[total.period.id].per}: у {total.cards} из{' '}
                  {counted(group.count, CARDS_OF)}
                </p>
                <LimitMeter limit={total} label={`Лимиты карт группы «${group.title}»`} />
              </div>
            ))}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
