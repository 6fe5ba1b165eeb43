import { useState } from 'react';
import { kopecks } from '#contract/kopecks.ts';
import type { Payment } from '#contract/money/bank.ts';
import { MoneyField } from '../../../forms/MoneyField.tsx';
import { moneyText } from '../../../forms/type-money.ts';
import { formatDate } from '../../../lib/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import type { ChosenClient } from './ClientChoice.tsx';
import { getRest, readShare, toKopecks, type Shares } from './share-plan.ts';
import styles from './InvoiceShares.module.css';

/** More would hide the button of the dialog. */
const SHOWN_AT_FIRST = 5;

export const SHARED_TOO_MUCH = 'По счетам больше, чем поступило';

type Props = {
  payment: Payment;
  invoices: ChosenClient['invoices'];
  value: Shares;
  onChange: (shares: Shares) => void;
  error: string | null;
};

/**
 * Divides a payment among the client's unpaid invoices, those with a sum at first before others, and shows what is left
 * without an invoice.
 */
export function InvoiceShares({ payment, invoices, value: shares, onChange, error }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  // A row stays where it is while its sum is typed.
  const [first] = useState(shares);
  // A paid invoice is found by its number, but nothing is left to pay of it.
  const open = invoices
    .filter(({ unpaid }) => unpaid > 0)
    .toSorted((a, b) => Number(b.id in first) - Number(a.id in first));
  const listed = showsAll ? open : open.slice(0, SHOWN_AT_FIRST);
  const rest = getRest(payment, shares);

  function enter(id: number, text: string) {
    const { [id]: _, ...others } = shares;
    onChange(text === '' ? others : { ...others, [id]: text });
  }

  return (
    <fieldset className={styles.shares}>
      <legend className={styles.legend}>Счета клиента</legend>
      <p role="status" className={styles.rest}>
        {describeRest(rest)}
        {rest !== 0 && <Money value={Math.abs(rest) / 100} />}
      </p>
      {open.length === 0 && <p className={styles.quiet}>Неоплаченных счетов нет</p>}
      <ul className={styles.list}>
        {listed.map(({ id, number, date, unpaid }) => {
          const free = Math.min(toKopecks(unpaid), Math.max(0, rest + readShare(shares, id)));
          return (
            <li key={id} className={styles.line}>
              <span>
                {`${number} от ${formatDate(date)}`}
                <span className={styles.quiet}>
                  Осталось <Money value={unpaid} />
                </span>
              </span>
              <MoneyField
                label={`На счёт ${number}`}
                labelHidden
                value={shares[id] ?? ''}
                onChange={(text) => enter(id, text)}
              />
              <Button
                size="small"
                variant="quiet"
                aria-label={`Всё по счёту ${number}`}
                disabledReason={free > 0 ? null : 'Весь платёж уже разделён'}
                onClick={() => enter(id, moneyText(kopecks(free)))}
              >
                Всё
              </Button>
            </li>
          );
        })}
      </ul>
      {!showsAll && open.length > SHOWN_AT_FIRST && (
        <Button size="small" variant="quiet" onClick={() => setShowsAll(true)}>
          {`Показать все счета: ${open.length}`}
        </Button>
      )}
      {error && <Notice tone="error">{error}</Notice>}
    </fieldset>
  );
}

function describeRest(rest: number): string {
  if (rest < 0) return `${SHARED_TOO_MUCH}: лишние `;
  return rest === 0 ? 'Весь платёж разделён по счетам' : 'Без счёта останется ';
}
