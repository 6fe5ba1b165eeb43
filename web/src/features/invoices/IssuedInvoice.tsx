import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { downloadInvoice, downloadInvoiceForSum, listInvoices, type invoice } from '#contract/money.ts';
import { call, callForFile, CallFailed } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Money } from '../../ui/Money.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { CardSkeleton } from '../../ui/Skeleton.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { InvoiceFileButtons } from './InvoiceFileButtons.tsx';
import { InvoiceStatus } from './InvoiceStatus.tsx';
import styles from './IssuedInvoice.module.css';

export type Invoice = z.infer<typeof invoice>;

/**
 * Step 2 of a top-up: makes the invoice (the same sum on the same day is the same invoice) and shows its number, due
 * date and file.
 */
export function IssuedInvoice({ sumRubles }: { sumRubles: number }) {
  const client = useQueryClient();
  const issue = useAction<Invoice, CallFailed, number>({
    mutationFn: issueInvoice,
    onSuccess: () => client.invalidateQueries({ queryKey: [listInvoices.name] }),
  });
  const { mutate } = issue;
  useEffect(() => mutate(sumRubles), [mutate, sumRubles]);

  if (issue.error) return <LoadError message={issue.error.message} onReload={() => mutate(sumRubles)} />;
  if (!issue.data) return <CardSkeleton label="Счёт готовится" />;
  const made = issue.data;
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
        <p className={styles.hint}>
          Скачайте счёт и оплатите его из банка: на нём есть QR-код, который читает приложение банка. Если
          платите вручную, сохраните назначение платежа, по нему деньги найдут ваш счёт.
        </p>
        <Row>
          <InvoiceFileButtons file={{ endpoint: downloadInvoice, id: made.id }} primary />
          <ButtonLink variant="quiet" to={paths.invoices}>
            Выставленные счета
          </ButtonLink>
        </Row>
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
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data, meta } = await call(listInvoices, { query: { page } });
    const made = data.find(({ number }) => name?.includes(` ${number}.`));
    if (made) return made;
    pages = meta.pagination.total_pages;
  }
  throw new CallFailed(0, 'Счёт выставлен, но показать его не получилось. Найдите его в выставленных счетах');
}
