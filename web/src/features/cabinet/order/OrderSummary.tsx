import { counted } from '#contract/values/counted.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { Money } from '../../../ui/text/Money.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { CARD_FORMS, VIRTUAL_CARD_FORMS } from '../../../cards/describe-card.ts';
import { countOfLines, sumOfLines, type OrderLine } from './order-lines.ts';
import { useDeliveryPrice } from './use-delivery-price.ts';
import styles from './OrderSummary.module.css';

/** Shows the ordered cards and their cost, beside the form or above its button. */
export function OrderSummary({ lines }: { lines: readonly OrderLine[] }) {
  const delivery = useDeliveryPrice(lines);
  const sum = sumOfLines(lines, delivery);
  return (
    <Panel title="Заявка" variant="inset">
      {lines.length === 0 ? (
        <p className={styles.none}>Выберите, сколько карт каких сетей нужно</p>
      ) : (
        <>
          <ul className={styles.lines}>
            {lines.map((line) => (
              <li key={`${line.partnerId} ${line.isVirtual}`} className={styles.line}>
                <span>
                  {line.title}, {counted(line.count, line.isVirtual ? VIRTUAL_CARD_FORMS : CARD_FORMS)}
                </span>
                <Money value={line.sumRubles} />
              </li>
            ))}
            {delivery > 0 && (
              <li className={styles.line}>
                <span>Доставка карт</span>
                <Money value={delivery} />
              </li>
            )}
          </ul>
          <p className={styles.total}>
            <span>Всего {counted(countOfLines(lines), CARD_FORMS)}</span>
            <Money value={sum} size="title" />
          </p>
          {sum > 0 && <p className={styles.none}>Спишется со счёта компании, когда сети выпустят карты</p>}
        </>
      )}
    </Panel>
  );
}

/** Returns whether there is room for the summary beside the form of step 1. If not, it is shown before the button. */
export function useSummaryBeside(): boolean {
  return useMedia('(min-width: 880px)');
}
