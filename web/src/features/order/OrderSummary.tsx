import { counted } from '../../lib/plural.ts';
import { Money } from '../../ui/Money.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { countOfLines, sumOfLines, type OrderLine } from './order-lines.ts';
import styles from './OrderSummary.module.css';

/** What is being ordered and what it costs, beside the form. */
export function OrderSummary({ lines }: { lines: readonly OrderLine[] }) {
  return (
    <Panel title="Заявка" variant="inset">
      {lines.length === 0 ? (
        <p className={styles.none}>Выберите, сколько карт каких сетей нужно</p>
      ) : (
        <>
          <ul className={styles.lines}>
            {lines.map((line) => (
              <li key={line.partnerId} className={styles.line}>
                <span>
                  {line.title}, {counted(line.count, CARDS)}
                </span>
                <Money value={line.sumRubles} />
              </li>
            ))}
          </ul>
          <p className={styles.total}>
            <span>Всего {counted(countOfLines(lines), CARDS)}</span>
            <Money value={sumOfLines(lines)} size="title" />
          </p>
        </>
      )}
    </Panel>
  );
}

export const CARDS = ['карта', 'карты', 'карт'] as const;
