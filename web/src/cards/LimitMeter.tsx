import { LIMIT_PERIOD } from '#contract/ids.ts';
import { formatLitres, formatMoney, formatNumber } from '../lib/format.ts';
import type { Card } from './describe-card.ts';
import { Meter } from '../ui/text/Meter.tsx';
import styles from './LimitMeter.module.css';

export type Limit = NonNullable<Card['limit']>;

/** A limit of 0 is no limit: that is how a card of partner 2 without a limit is sent (spec section 9). */
export function hasLimit(card: Card): card is Card & { limit: Limit } {
  return card.limit !== null && card.limit.unit_count > 0;
}

/**
 * Shows how much of a limit is used in its period, by a number and a bar. The rest stands beside it; `brief` fits the
 * number on one line of a list, with the rest under the pointer.
 */
export function LimitMeter({ limit, brief = false }: { limit: Limit; brief?: boolean }) {
  const used = `${amountBare(limit.spent, limit)} из ${amountText(limit.unit_count, limit)}`;
  const whole = `${used}, осталось ${amountText(limit.left, limit)} ${LIMIT_PERIOD[limit.period.id].now}`;
  return (
    <span className={styles.limit} data-cuts={brief || undefined}>
      {brief ? (
        <span className={styles.brief} title={whole}>
          <span data-desk>{used}</span>
          <span data-phone>ещё {amountText(Math.floor(limit.left), limit)}</span>/
          {LIMIT_PERIOD[limit.period.id].short}
        </span>
      ) : (
        <span className={styles.words}>{whole}</span>
      )}
      <span data-desk={brief || undefined}>
        <Meter value={limit.spent} max={limit.unit_count} label="Лимит карты" valueText={whole} />
      </span>
    </span>
  );
}

/** Returns the source of an inherited limit or goods: «от группы «Дальние рейсы»»; null: they are the card's own. */
export function sourceText(card: Card, source: Limit['source']): string | null {
  if (source === 'profile') return 'от правил всех карт';
  if (source !== 'group') return null;
  const title = card.vehicle?.group_title;
  return title ? `от группы «${title}»` : 'от группы машин';
}

/** Prints the limit as text where its editor would be printed as empty boxes. */
export function PrintedLimit({ card }: { card: Card }) {
  if (!hasLimit(card)) return <p data-print="only">Лимит не задан</p>;
  const { limit } = card;
  return (
    <p data-print="only">
      {amountText(limit.unit_count, limit)} в {LIMIT_PERIOD[limit.period.id].per}, осталось{' '}
      {amountText(limit.left, limit)} {LIMIT_PERIOD[limit.period.id].now}
    </p>
  );
}

/** The number alone, where its unit follows. */
function amountBare(amount: number, { unit }: Pick<Limit, 'unit'>): string {
  return unit.id === 'amount' ? formatNumber(amount) : formatNumber(Math.round(amount));
}

/** `3 800 ₽` or `120 л`: without empty kopecks, because a limit is a round sum. */
export function amountText(amount: number, { unit }: Pick<Limit, 'unit'>): string {
  if (unit.id === 'amount') return formatLitres(amount);
  return formatMoney(amount).replace(',00', '');
}
