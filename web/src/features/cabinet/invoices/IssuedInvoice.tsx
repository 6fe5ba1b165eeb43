import { useEffect, useEffectEvent } from 'react';
import { readFastPayment } from '#contract/money/fast-payments.ts';
import { downloadInvoice, downloadInvoiceForSum, listInvoices, type Invoice } from '#contract/money/money.ts';
import { useCustomAction } from '../../../actions/use-endpoint-action.ts';
import { callForFile } from '../../../server/call-for-file.ts';
import { call, CallFailed } from '../../../server/client.ts';
import { useRead } from '../../../state/use-call.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { CardSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { InvoicePreview } from './InvoicePreview.tsx';
import { InvoiceFileButtons } from './InvoiceFileButtons.tsx';
import { InvoiceStatus } from './InvoiceStatus.tsx';
import styles from './IssuedInvoice.module.css';
import { PayFast } from './PayFast.tsx';
import { PayInvoice } from './PayInvoice.tsx';

type Props = {
  sumRubles: number;
  /** The invoice that this page made before a reload: once it is paid, a request for its sum would make another. */
  issuedId: number | null;
  onIssued: (id: number) => void;
};

/**
 * Step 2 of a top-up: makes the invoice (the same sum on the same day is the same invoice) and shows its number, due
 * date and file.
 */
export function IssuedInvoice({ sumRubles, issuedId, onIssued }: Props) {
  const issue = useCustomAction<Invoice, number>(
    'issueInvoice',
    async (sum) =>
      (issuedId === null ? null : await findIssued(({ id }) => id === issuedId)) ?? (await issueInvoice(sum)),
    { refresh: [listInvoices] },
  );
  const newest = useRead(listInvoices, { query: { page: 1 } }, { enabled: issue.data !== undefined });
  const { mutate } = issue;
  useEffect(() => mutate(sumRubles), [mutate, sumRubles]);
  // Does not run where the invoice arrives: a user who has left the page by then would be brought back to it.
  const onIssuedOnce = useEffectEvent(onIssued);
  const madeId = issue.data?.id;
  const fast = useRead(readFastPayment, { params: { id: madeId ?? 0 } }, { enabled: madeId !== undefined });
  useEffect(() => {
    if (madeId !== undefined) onIssuedOnce(madeId);
  }, [madeId]);

  if (issue.error) return <LoadError message={issue.error.message} onReload={() => mutate(sumRubles)} />;
  if (!issue.data) return <CardSkeleton label="Счёт готовится" />;
  // It may be paid while the page is open.
  const made = newest.data?.data.find(({ id }) => id === issue.data.id) ?? issue.data;
  // One action stands out: payment where that takes one click, else the file.
  const isPaidHere = fast.data?.data.available === true && made.status_id !== 'paid';
  return (
    <Panel>
      <Stack gap="3">
        <div className={styles.head}>
          <h2 className={styles.number}>Счёт № {made.number}</h2>
          <InvoiceStatus invoice={made} />
        </div>
        <Money value={made.sum} size="figure" />
        <dl className={styles.facts}>
          <div>
            <dt>Выставлен</dt>
            <dd>
              <DateText value={made.date.date} />
            </dd>
          </div>
          <div>
            <dt>Оплатить до</dt>
            <dd>
              <DateText value={made.payment_due_date.date} />
            </dd>
          </div>
        </dl>
        {made.status_id === 'partly' && (
          <p className={styles.hint}>
            Поступило <Money value={made.paid_sum} />. Доплатите остаток с тем же назначением платежа: по нему
            деньги найдут ваш счёт.
          </p>
        )}
        {(made.status_id === 'waiting' || made.status_id === 'partly' || made.status_id === 'paid') && (
          <PayFast
            key={`fast ${made.id}`}
            id={made.id}
            number={made.number}
            isOpen={made.status_id !== 'paid'}
          />
        )}
        {made.status_id === 'waiting' && (
          <p className={styles.hint}>
            Оплатите счёт из банка: QR-код читает приложение банка. Если платите вручную, сохраните назначение
            платежа, по нему деньги найдут ваш счёт.
          </p>
        )}
        {made.status_id === 'waiting' && <PayInvoice id={made.id} number={made.number} />}
        <Row>
          <InvoiceFileButtons file={{ endpoint: downloadInvoice, id: made.id }} primary={!isPaidHere} />
          <ButtonLink variant="quiet" to={paths.invoices}>
            Выставленные счета
          </ButtonLink>
        </Row>
        <InvoicePreview key={made.id} id={made.id} number={made.number} />
      </Stack>
    </Panel>
  );
}

/**
 * The call returns only the invoice's file, named after its number; the rest is in the list, newest first. An invoice
 * made earlier today may be some pages down.
 */
async function issueInvoice(sum: number): Promise<Invoice> {
  const { name } = await callForFile(downloadInvoiceForSum, { query: { sum } });
  const made = await findIssued(({ number }) => name?.includes(` ${number}.`) === true);
  if (made) return made;
  throw new CallFailed(0, 'Счёт выставлен, но показать его не получилось. Найдите его в выставленных счетах');
}

async function findIssued(isMeant: (item: Invoice) => boolean): Promise<Invoice | null> {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data, meta } = await call(listInvoices, { query: { page } });
    const found = data.find(isMeant);
    if (found) return found;
    pages = meta.pagination.total_pages;
  }
  return null;
}
