import type { ReactNode } from 'react';
import { readCredit } from '#contract/money.ts';
import { useRead } from '../../api/use-call.ts';
import { formatDate } from '../../lib/format.ts';
import { joinClasses } from '../../lib/join-classes.ts';
import { counted, type PluralForms } from '../../lib/plural.ts';
import { Money } from '../../ui/Money.tsx';
import styles from './BalanceSheet.module.css';

type Props = { companyId: number; /** Reads nothing yet. */ waits: boolean };

/** The term of a company's credit; where credit is used, what is owed and until when (agreement, 3.6). */
export function CreditTerms({ companyId, waits }: Props) {
  const read = useRead(readCredit, { params: { id: companyId } }, { refetchMs: REFRESH_MS, enabled: !waits });
  if (!read.data) {
    return (
      <div className={styles.terms}>
        {read.isError && <Row label="Срок оплаты кредита">не загрузился</Row>}
      </div>
    );
  }
  const { creditDaysForPayment, creditDaysWithoutPayment, debt } = read.data.data;
  if (!debt) {
    return (
      <>
        {creditDaysForPayment > 0 && <Row label="Срок оплаты">{counted(creditDaysForPayment, DAYS)}</Row>}
        {creditDaysWithoutPayment > 0 && (
          <Row label="Ещё без оплаты">{counted(creditDaysWithoutPayment, DAYS)}</Row>
        )}
      </>
    );
  }
  return (
    <>
      <Row label="Задолженность" alarming={debt.late}>
        <Money value={debt.sum} />
      </Row>
      {debt.payUntil && (
        <Row label={debt.late ? 'Срок оплаты прошёл' : 'Оплатить до'} alarming={debt.late}>
          {formatDate(debt.payUntil, 'long')}
        </Row>
      )}
      {debt.workUntil && <Row label="Крайний срок">{formatDate(debt.workUntil, 'long')}</Row>}
    </>
  );
}

const REFRESH_MS = 15_000;
const DAYS: PluralForms = ['день', 'дня', 'дней'];

type RowProps = { label: string; alarming?: boolean; children: ReactNode };

function Row({ label, alarming = false, children }: RowProps) {
  return (
    <div className={styles.row}>
      <dt className={styles.name}>{label}</dt>
      <dd className={joinClasses(styles.sum, alarming && styles.debt)}>{children}</dd>
    </div>
  );
}
