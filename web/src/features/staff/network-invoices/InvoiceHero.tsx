import { Fragment } from 'react';
import {
  compareNetworkInvoice,
  listNetworkInvoices,
  readNetworkInvoice,
  type NetworkInvoiceFile,
} from '#contract/fuel/network-invoices.ts';
import { listNetworkInvoiceLines, type OtherInvoice } from '#contract/fuel/network-invoice-lines.ts';
import { counted } from '#contract/values/counted.ts';
import { formatDate } from '../../../lib/format.ts';
import { useTitleSubject } from '../../../lib/use-document-title.ts';
import { paths } from '../../../paths.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { Button } from '../../../ui/Button.tsx';
import { ActionMenu } from '../../../ui/layers/ActionMenu.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { ProgressBar } from '../../../ui/text/Meter.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { AcceptInvoiceDialog } from './invoice-dialogs.tsx';
import { AcceptWithClaimModal } from './claim-dialogs.tsx';
import { InvoiceState } from './invoice-states.tsx';
import { RemoveInvoiceModal } from './RemoveInvoiceModal.tsx';
import styles from './NetworkInvoice.module.css';

const LINES = ['строка', 'строки', 'строк'] as const;

/** An invoice of a network in figures, and what can be done with all of it. */
export function InvoiceHero({ invoice }: { invoice: NetworkInvoiceFile }) {
  const { open, dialog } = useDialogs();
  const problem = useStaffProblem('staff.handleMoney');
  const compare = useStaffAction(compareNetworkInvoice, {
    name: 'Сверка счёта сети',
    refresh: [readNetworkInvoice, listNetworkInvoiceLines, listNetworkInvoices],
  });
  const { progress, state } = invoice;
  const title = `${invoice.partner.title}, счёт № ${invoice.number}`;
  const isAccepted = invoice.accepted_at !== null;
  const hasDispute = invoice.disputed > 0;
  useTitleSubject(title, true);
  return (
    <Panel
      title="Итоги счёта"
      action={
        !isAccepted && (
          <Row gap="1" nowrap>
            <Button
              variant="primary"
              onClick={() => open(hasDispute ? AcceptWithClaimModal : AcceptInvoiceDialog, invoice)}
              disabledReason={problem ?? getAcceptProblem(invoice)}
            >
              {hasDispute ? 'Принять без спорного' : 'Принять счёт'}
            </Button>
            <ActionMenu
              label="Действия со счётом"
              actions={[
                {
                  key: 'compare',
                  label: 'Сверить ещё раз',
                  disabledReason: problem ?? (progress ? 'Счёт сверяется' : null),
                  onSelect: () => compare.mutate({ params: { id: invoice.id } }),
                },
                {
                  key: 'remove',
                  label: 'Удалить счёт',
                  danger: true,
                  disabledReason: problem ?? (progress ? 'Счёт сверяется' : null),
                  onSelect: () => open(RemoveInvoiceModal, invoice),
                },
              ]}
            />
          </Row>
        )
      }
    >
      <Stack>
        {compare.error && <Notice tone="error">{compare.error.message}</Notice>}
        {progress && (
          <ProgressBar label="Сверка счёта" value={progress.total > 0 ? progress.done / progress.total : 0} />
        )}
        <dl className={styles.facts}>
          <Fact name="Состояние">
            <InvoiceState invoice={invoice} />
          </Fact>
          <Fact name="Период">
            {formatDate(invoice.from)}
            {invoice.to !== invoice.from && <> – {formatDate(invoice.to)}</>}
          </Fact>
          <Fact name="Сумма счёта">
            <Money value={invoice.sum} />
          </Fact>
          {invoice.agreed !== invoice.sum && (
            <Fact name="К оплате без спорного">
              <Money value={invoice.agreed} />
            </Fact>
          )}
          <Fact name="По строкам отчёта">
            <Money value={invoice.lines_sum} />
          </Fact>
          <Fact name="Наши заправки">
            <Money value={invoice.ours} />
          </Fact>
          <Fact name="Разница">
            <Money value={invoice.difference} signed />
          </Fact>
          <Fact name="Оплачено">
            <Money value={invoice.paid} />
          </Fact>
          <Fact name="Оплатить до">
            {state === 'paid' ? 'Оплачен' : invoice.due ? <DateText value={invoice.due} /> : 'Срок не задан'}
          </Fact>
        </dl>
        {!isAccepted && <OtherInvoices others={invoice.others} />}
        {invoice.sum !== invoice.lines_sum && (
          <Notice tone="warn" title="Сумма счёта не равна сумме строк отчёта">
            Разница <Money value={Math.round((invoice.sum - invoice.lines_sum) * 100) / 100} signed />.
            Уточните у сети, из чего она состоит.
          </Notice>
        )}
        {invoice.accepted_at && (
          <p className="ink-2">
            Принят <DateText value={invoice.accepted_at} style="datetime" />
            {invoice.accepted_by && `, ${invoice.accepted_by}`}.
          </p>
        )}
      </Stack>
      {dialog}
    </Panel>
  );
}

/** Warns of lines that another invoice has already, and of one for the same days. */
function OtherInvoices({ others }: { others: NetworkInvoiceFile['others'] }) {
  const repeated = others.filter(({ lines }) => lines > 0);
  const overlapping = others.filter(({ lines }) => lines === 0);
  return (
    <>
      {repeated.map((other) => (
        <Notice
          key={other.id}
          tone="warn"
          title={
            <>
              {counted(other.lines, LINES)} уже в счёте <InvoiceLink other={other} />
            </>
          }
        >
          Принять их второй раз нельзя: оспорьте их или удалите этот счёт.
        </Notice>
      ))}
      {overlapping.length > 0 && (
        <p className="ink-2">
          За эти дни у сети есть и {overlapping.length > 1 ? 'счета' : 'счёт'}{' '}
          {overlapping.map((other, index) => (
            <Fragment key={other.id}>
              {index > 0 && ', '}
              <InvoiceLink other={other} />
            </Fragment>
          ))}
          .
        </p>
      )}
    </>
  );
}

function InvoiceLink({ other: { id, number, date } }: { other: OtherInvoice }) {
  return (
    <TextLink to={paths.staffNetworkInvoice(id)}>
      №&nbsp;{number} от {formatDate(date)}
    </TextLink>
  );
}

function getAcceptProblem({ progress, undecided, groups }: NetworkInvoiceFile): string | null {
  if (progress) return 'Счёт ещё сверяется';
  const repeated = groups.find(({ group }) => group === 'repeated')?.undecided ?? 0;
  if (repeated > 0) return `Уже в другом счёте: ${counted(repeated, LINES)}. Оспорьте их или удалите счёт`;
  return undecided > 0 ? `Сначала решите расхождения: ${undecided}` : null;
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
