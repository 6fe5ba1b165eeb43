import { LIMIT_PERIOD } from '#contract/ids.ts';
import { formatLimitEnd } from '#contract/values/limit-end.ts';
import { formatLitres, formatSum, formatNumber } from '../lib/format.ts';
import { useToday } from '../lib/use-today.ts';
import type { Card } from './describe-card.ts';
import { Meter } from '../ui/text/Meter.tsx';
import styles from './LimitMeter.module.css';

export type Limit = NonNullable<Card['limit']>;

/** A limit of 0 is no limit: that is how a card of partner 2 without a limit is sent (spec section 9). */
export function hasLimit(card: Card): card is Card & { limit: Limit } {
  return card.limit !== null && card.limit.unit_count > 0;
}

/** Returns the limit that allows least now: a spent one, else the smallest rest in the unit of the first; null if there is none. */
export function chooseBindingLimit(limits: readonly Limit[]): Limit | null {
  const spent = limits.find(({ left }) => left <= 0);
  const comparable = limits.filter(({ unit }) => unit.id === limits[0]?.unit.id);
  return spent ?? comparable.toSorted((one, other) => one.left - other.left)[0] ?? null;
}

type Props = {
  limit: Omit<Limit, 'source'>;
  /** Names the bar for screen readers. */
  label?: string;
  /** Title of the group whose budget it is. */
  ofGroup?: string | undefined;
  /** True in the row of a list: there a phone shows only the remainder. */
  inRow?: boolean;
};

/**
 * Shows how much of a limit is spent in its period, the same everywhere: a bar of the spent part with its text, and below
 * it the remainder and the end of the period.
 */
export function LimitMeter({ limit, ofGroup, label = 'Лимит карты', inRow = false }: Props) {
  const name = ofGroup === undefined ? label : `Бюджет группы «${ofGroup}»`;
  const end = formatLimitEnd(limit.period.id, useToday());
  // Together with the rest below it is the whole.
  const used = `${formatAmountWithoutUnit(Math.ceil(limit.spent), limit)} из ${amountText(limit.unit_count, limit)}`;
  // A rest is never promised more than it is.
  const left = amountText(Math.floor(limit.left), limit);
  const rest = formatRest(end);
  const restInRow = formatRest(shortenEnd(end));
  function formatRest(until: string) {
    const text = limit.left > 0 ? `ещё ${left} ${until}` : `исчерпан ${until}`;
    return ofGroup === undefined ? text : `группа: ${text}`;
  }
  return (
    <span className={styles.limit}>
      <span className={styles.first} data-desk={inRow || undefined}>
        <span className={styles.used}>{used}</span>
        <Meter value={limit.spent} max={limit.unit_count} label={name} valueText={`${used}, ${rest}`} />
      </span>
      <span className={styles.rest} data-desk={inRow || undefined} data-below={inRow || undefined}>
        {inRow ? restInRow : rest}
      </span>
      {inRow && (
        <span className={styles.rest} data-phone>
          {limit.left > 0
            ? `ещё ${left}`
            : ofGroup === undefined
              ? 'лимит исчерпан'
              : 'бюджет группы исчерпан'}
        </span>
      )}
    </span>
  );
}

/** Returns «до пн» and «до 1 дек», which fit into a row's line beside a large sum; «до полуночи» stays. */
function shortenEnd(end: string): string {
  return end.replace('понедельника', 'пн').replace(/(\d\s[а-я]{3})[а-я]+$/, '$1');
}

/** Returns the source of an inherited limit or goods: «от группы «Дальние рейсы»»; null: they are the card's own. */
export function sourceText(card: Card, source: Limit['source']): string | null {
  if (source === 'profile') return 'от правил всех карт';
  if (source !== 'group') return null;
  return card.group ? `от группы «${card.group.title}»` : 'от группы';
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
function formatAmountWithoutUnit(amount: number, { unit }: Pick<Limit, 'unit'>): string {
  return unit.id === 'amount' ? formatNumber(amount) : formatNumber(Math.round(amount));
}

/** `3 800 ₽` or `120 л`: without empty kopecks, because a limit is a round sum. */
export function amountText(amount: number, { unit }: Pick<Limit, 'unit'>): string {
  if (unit.id === 'amount') return formatLitres(amount);
  return formatSum(amount);
}
