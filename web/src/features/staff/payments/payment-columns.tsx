import { assignPayment, type Payment } from '#contract/money/bank.ts';
import { correctPayment } from '#contract/money/corrections.ts';
import { bookNetworkRefund, undoNetworkRefund } from '#contract/money/network-refunds.ts';
import { useSession } from '../../../server/session.ts';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import type { Proposals } from '../../../staff/use-proposals.ts';
import { formatOwner, taskAction, type TaskActions } from '../../../staff/use-tasks.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { dateColumn, extraColumn, sumColumn } from '../../../tables/usual-columns.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ActionMenu } from '../../../ui/layers/ActionMenu.tsx';
import { Row } from '../../../ui/Stack.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { formatInvoices, isTask, PAYMENT_STATES } from './payment-states.ts';
import styles from './PaymentList.module.css';

type Act = Record<'assign' | 'compare' | 'correct' | 'bookRefund' | 'undoRefund', (payment: Payment) => void>;

type ColumnsInput = {
  act: Act;
  tasks: TaskActions;
  proposals: Proposals;
  /** Without the right there are no buttons. */
  mayHandle: boolean;
};

export function paymentColumns({
  act,
  tasks,
  proposals,
  mayHandle,
}: ColumnsInput): readonly Column<Payment>[] {
  return [
    dateColumn({ key: 'date', header: 'Дата', width: 104, value: (item) => item.date }),
    {
      key: 'payer',
      header: 'Плательщик',
      narrow: 'title',
      fixed: true,
      leastWidth: 190,
      value: (item) => item.payer.name,
      cell: (item) => (
        <TwoLines cut="row" below={`${formatDocument(item)}, ИНН\u00a0${item.payer.inn || 'нет'}`}>
          {item.payer.name || 'Не указан'}
        </TwoLines>
      ),
    },
    {
      key: 'purpose',
      header: 'Назначение',
      narrow: 'plain',
      leastWidth: 180,
      unsorted: true,
      value: (item) => item.purpose,
      cell: (item) => <Purpose payment={item} />,
    },
    {
      key: 'state',
      header: 'Состояние',
      narrow: 'second',
      width: 150,
      unsorted: true,
      value: stateTitle,
      cell: (item) => <State payment={item} proposals={proposals} />,
    },
    { ...sumColumn<Payment>(), width: 120 },
    {
      ...extraColumn<Payment>({
        key: 'owner',
        header: 'Исполнитель',
        value: (item) => item.owner && nameOfPerson(item.owner),
      }),
      unsorted: true,
    },
    ...(mayHandle ? [actionColumn({ act, tasks, proposals })] : []),
  ];
}

function actionColumn({ act, tasks, proposals }: Omit<ColumnsInput, 'mayHandle'>): Column<Payment> {
  return {
    key: 'action',
    header: 'Действие',
    headerHidden: true,
    narrow: 'plain',
    width: 208,
    cell: (item) => {
      if (item.state === 'credited' || item.state === 'assigned')
        return (
          <Button
            size="small"
            variant="quiet"
            aria-label="Исправить зачисление"
            onClick={() => act.correct(item)}
            disabledReason={proposals.problem(correctPayment, item.id)}
          >
            Исправить
          </Button>
        );
      if (item.state === 'network')
        return (
          <Button
            size="small"
            variant="quiet"
            aria-label="Отменить учёт платежа сети"
            onClick={() => act.undoRefund(item)}
            disabledReason={proposals.problem(undoNetworkRefund, item.id)}
          >
            Отменить
          </Button>
        );
      if (item.network)
        return (
          <Row gap="1" nowrap>
            <Button
              size="small"
              aria-label="Учесть возврат от сети"
              onClick={() => act.bookRefund(item)}
              disabledReason={proposals.problem(bookNetworkRefund, item.id)}
            >
              Учесть
            </Button>
            <ActionMenu
              label={`Действия с платежом № ${item.number}`}
              actions={[
                taskAction(item, tasks),
                {
                  key: 'assign',
                  label: 'Зачислить клиенту',
                  disabledReason: proposals.problem(assignPayment, item.id),
                  onSelect: () => act.assign(item),
                },
              ]}
            />
          </Row>
        );
      return (
        <Row gap="1" nowrap>
          {/* A payment that resembles another one is compared with it before it is credited. */}
          {item.look_alikes.length > 0 ? (
            <Button size="small" onClick={() => act.compare(item)}>
              Сравнить
            </Button>
          ) : (
            <Button
              size="small"
              onClick={() => act.assign(item)}
              disabledReason={proposals.problem(assignPayment, item.id)}
            >
              Зачислить
            </Button>
          )}
          {isTask(item) && (
            <ActionMenu label={`Действия с платежом № ${item.number}`} actions={[taskAction(item, tasks)]} />
          )}
        </Row>
      );
    },
  };
}

/**
 * Shows the owner of the money or why it waits, and what the payer wrote. The invoice in the payment's note was decided
 * when the payment was loaded, and may have been corrected since.
 */
function Purpose({ payment }: { payment: Payment }) {
  const { company, correction, note, purpose } = payment;
  const corrected = correction && (
    <span>
      Исправлено <DateText value={correction.at} />:{' '}
      {`было у ${correction.company.title}, ${formatInvoices(correction.invoices)}. ${correction.reason}`}{' '}
    </span>
  );
  if (company)
    return (
      <TwoLines
        cut="row"
        onPhone
        below={
          <>
            <span>{formatInvoices(payment.invoices)}</span> {corrected} {purpose}
          </>
        }
      >
        {company.title}
      </TwoLines>
    );
  if (payment.state === 'network')
    return (
      <TwoLines cut="row" below={purpose}>
        {`Сеть «${payment.network?.title ?? ''}», в расчётах с ней`}
      </TwoLines>
    );
  return (
    <span className={styles.about} data-below data-clamp>
      {corrected} {note && <span className={styles.note}>{note}</span>} {purpose}
    </span>
  );
}

function State({ payment, proposals }: { payment: Payment; proposals: Proposals }) {
  const callerId = useSession().profile?.id ?? null;
  return (
    <>
      <TwoLines cut="row" onPhone below={isTask(payment) && formatOwner(payment.owner, callerId)}>
        <StatusLabel tone={PAYMENT_STATES[payment.state].tone}>{stateTitle(payment)}</StatusLabel>
      </TwoLines>
      <WaitingApprovals approvals={proposals.waiting(payment.id)} />
    </>
  );
}

function stateTitle({ state, unconfirmed }: Payment): string {
  return state === 'review' && unconfirmed ? 'Банк не подтверждает' : PAYMENT_STATES[state].title;
}

/** A payment by СБП has no document, but the bank's own name of the movement. */
function formatDocument({ kind, number }: Payment): string {
  return kind === 'sbp' ? `СБП, операция\u00a0${number}` : `№\u00a0${number}`;
}
