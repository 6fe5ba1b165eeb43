import { MINUS, moneyParts } from '../../lib/format.ts';
import { joinClasses } from '../../lib/join-classes.ts';
import { useCounted } from '../../lib/use-counted.ts';
import styles from './Money.module.css';

type Props = {
  /** Rubles. */
  value: number;
  /** Puts a plus before a positive sum, for movements of money. */
  signed?: boolean;
  /** `figure` is the largest figure of a screen, `title` that of a panel. Default: like the text around it. */
  size?: 'text' | 'title' | 'figure';
  className?: string;
};

/** Signs of «99 999 999»: a longer figure is smaller, or the panel of balances would be too narrow for it. */
const MAX_FIGURE_LENGTH = 10;

/** A sum that never breaks over two lines; its kopecks are less prominent than its rubles. A large one counts. */
export function Money(props: Props) {
  const isLarge = props.size === 'figure' || props.size === 'title';
  return isLarge ? <CountedSum {...props} /> : <MoneyAmount {...props} />;
}

function CountedSum({ value, ...rest }: Props) {
  return <MoneyAmount value={useCounted(value)} {...rest} />;
}

function MoneyAmount({ value, signed = false, size = 'text', className }: Props) {
  const { sign, whole, kopecks } = moneyParts(value, { signed });
  const long = size === 'figure' && whole.length > MAX_FIGURE_LENGTH && styles.long;
  return (
    <span className={joinClasses(styles.money, styles[size], long, className)}>
      {sign}
      {whole}
      <span className={styles.kopecks}>
        ,{kopecks}
        {'\u00a0₽'}
      </span>
    </span>
  );
}

/** A volume of fuel in a column, always with both decimals, so that commas stand below each other: `1 234,50 л`. */
export function Litres({ value, className }: { value: number; className?: string }) {
  const { sign, whole, kopecks: hundredths } = moneyParts(value);
  return (
    <span className={joinClasses(styles.money, className)}>{`${sign}${whole},${hundredths}\u00a0л`}</span>
  );
}

/** Shown in a money column when there is no sum. */
export function NoMoney() {
  return (
    <span className={styles.none} aria-label="нет суммы" role="img">
      {MINUS}
    </span>
  );
}
