import { listCreditChanges, type ClientCredit, type CreditChange } from '#contract/money/credits.ts';
import { NOT_IN_ROLE, useMay } from '../../../staff/use-may.ts';
import { useRead } from '../../../state/use-call.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { CreditForm } from './CreditForm.tsx';
import styles from './CreditHistory.module.css';

/** A client's credit: the used part, its terms to change, and its history. */
export function ClientCreditCard({ clientId, onDone }: { clientId: number; onDone?: () => void }) {
  const credit = useRead(listCreditChanges, { params: { id: clientId } });
  const may = useMay('staff.handleMoney');
  if (!credit.data && credit.error)
    return <LoadError onReload={() => void credit.refetch()} message={credit.error.message} />;
  if (!credit.data) return <TableSkeleton columns={3} />;
  const client = credit.data.data;
  return (
    <Stack gap="3">
      <p>
        <strong>{client.title}</strong>, ИНН {client.inn}. {formatUsed(client)}
      </p>
      {may ? <CreditForm client={client} onDone={onDone} /> : <Notice>{NOT_IN_ROLE}</Notice>}
      <CreditHistory changes={client.history} />
    </Stack>
  );
}

function formatUsed({ used, indebted_since: since, late_since: late }: ClientCredit) {
  if (used === 0) return 'Кредит сейчас не использован.';
  return (
    <>
      Использовано <Money value={used} />
      {since && (
        <>
          {' '}
          с <DateText value={since} />
        </>
      )}
      {late && (
        <>
          , опаздывает с <DateText value={late} />
        </>
      )}
      .
    </>
  );
}

/** Every change of a client's credit, newest first; no line can be removed. */
function CreditHistory({ changes }: { changes: readonly CreditChange[] }) {
  if (changes.length === 0) return <p className="ink-2">Кредит ещё не меняли.</p>;
  return (
    <section aria-label="История кредита">
      <h3 className={styles.title}>История</h3>
      <ol className={styles.changes}>
        {changes.map((change) => (
          <li key={change.id}>
            <span>
              <Money value={change.before.creditSum} /> → <Money value={change.after.creditSum} />
              {formatDaysChange(change)}
            </span>
            <span className="ink-2">
              <DateText value={change.changed_at} style="datetime" />, {change.changed_by}
              {change.used > 0 && (
                <>
                  , было использовано <Money value={change.used} />
                </>
              )}
            </span>
            {change.reason && <span className="ink-2">Основание: {change.reason}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function formatDaysChange({ before, after }: CreditChange): string {
  const parts = [
    { label: 'дней на оплату', was: before.creditDaysForPayment, is: after.creditDaysForPayment },
    { label: 'дней без оплаты', was: before.creditDaysWithoutPayment, is: after.creditDaysWithoutPayment },
  ];
  return parts
    .filter(({ was, is }) => was !== is)
    .map(({ label, was, is }) => `, ${label} ${was} → ${is}`)
    .join('');
}
