import { readCredit } from '#contract/money.ts';
import { useRead } from '../../state/use-call.ts';
import { formatDate } from '../../lib/format.ts';
import { counted, type PluralForms } from '#contract/counted.ts';
import { Money } from '../../ui/Money.tsx';
import { BalanceRow } from './BalanceRow.tsx';
import styles from './BalanceSheet.module.css';

type Props = { companyId: number; /** Reads nothing yet. */ waits: boolean };

/** The term of a company's credit; where credit is used, what is owed and until when (agreement, 3.6). */
export function CreditTerms({ companyId, waits }: Props) {
  const read = useRead(readCredit, { params: { id: companyId } }, { refetchMs: REFRESH_MS, enabled: !waits });
  if (!read.data && read.isError) return <BalanceRow label="Срок оплаты кредита">не загрузился</BalanceRow>;
  if (!read.data) return <div className={styles.terms} />;
  const { creditDaysForPayment, creditDaysWithoutPayment, debt } = read.data.data;
  if (!debt) {
    return (
      <>
        {creditDaysForPayment > 0 && (
          <BalanceRow label="Срок оплаты">{counted(creditDaysForPayment, DAYS)}</BalanceRow>
        )}
        {creditDaysWithoutPayment > 0 && (
          <BalanceRow label="Ещё без оплаты">{counted(creditDaysWithoutPayment, DAYS)}</BalanceRow>
        )}
      </>
    );
  }
  return (
    <>
      <BalanceRow label="Задолженность" alarming={debt.late}>
        <Money value={-debt.sum} />
      </BalanceRow>
      {debt.payUntil && (
        <BalanceRow label={debt.late ? 'Срок оплаты прошёл' : 'Оплатить до'} alarming={debt.late}>
          {formatDate(debt.payUntil, 'long')}
        </BalanceRow>
      )}
      {debt.workUntil && <BalanceRow label="Крайний срок">{formatDate(debt.workUntil, 'long')}</BalanceRow>}
    </>
  );
}

const REFRESH_MS = 15_000;
const DAYS: PluralForms = ['день', 'дня', 'дней'];
