import { counted } from '#contract/counted.ts';
import { CARD_FORMS } from '../../cards/describe-card.ts';
import { Litres, Money, NoMoney } from '../../ui/Money.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { formatComparison, formatPercent } from './format-comparison.ts';
import type { SpendingMeta } from './spending-rows.ts';
import styles from './SpendingFacts.module.css';

type Props = { meta: SpendingMeta; period: { from: string; to: string } };

/** The whole: how much, and how far that is from the period before; how many litres, at what price, on how many cards. */
export function SpendingFacts({ meta, period }: Props) {
  const { sum, litres, average_price: price, cards, litres_per_card: perCard } = meta.totals;
  const percent = formatPercent(meta.totals);
  const text = formatComparison(meta, period);
  return (
    <Panel variant="flush" aria-label="Итого за период">
      <dl className={styles.facts}>
        <div className={styles.first}>
          <dt className={styles.label}>Потрачено на топливо</dt>
          <dd className={styles.figure}>
            <Money value={sum} size="figure" />
          </dd>
          {text && (
            <dd className={styles.note}>
              {meta.totals.difference !== null && meta.totals.previous_sum !== 0 && (
                <strong className={styles.difference}>
                  <Money value={meta.totals.difference} signed />
                  {percent && ` (${percent})`}
                </strong>
              )}{' '}
              {text}
            </dd>
          )}
        </div>
        <div className={styles.fact}>
          <dt className={styles.label}>Литры</dt>
          <dd className={styles.value}>
            <Litres value={litres} />
          </dd>
        </div>
        <div className={styles.fact}>
          <dt className={styles.label}>Средняя цена литра</dt>
          <dd className={styles.value}>{price === null ? <NoMoney /> : <Money value={price} />}</dd>
        </div>
        <div className={styles.fact}>
          <dt className={styles.label}>Литров на карту</dt>
          <dd className={styles.value}>
            {perCard === null ? <NoMoney /> : <Litres value={perCard} />}
            {cards !== null && <span className={styles.note}> {counted(cards, CARD_FORMS)}</span>}
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
