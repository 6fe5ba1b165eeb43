import type { z } from 'zod';
import { listReconciliations, startReconciliation, type reconciliation } from '#contract/backoffice/staff.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { Money } from '../../../ui/text/Money.tsx';
import type { Column } from '../../../tables/column.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { moneyColumn } from '../../../tables/usual-columns.tsx';
import { ReportBooks } from './ReportBooks.tsx';
import styles from '../../../staff/FoundList.module.css';
import staff from '../../../staff/StaffList.module.css';

type Reconciliation = z.infer<typeof reconciliation>;

const TRIGGER_LABELS: Record<Reconciliation['asked_by'], string> = {
  nightly: 'ночью, сама',
  'by-hand': 'по кнопке',
  command: 'командой',
};

/** Findings of the checks of the books. Nothing here corrects anything: a person decides. */
export function ReconciliationList() {
  const reports = useRead(listReconciliations);
  const action = useStaffAction(startReconciliation, {
    name: 'Сверка учёта',
    refresh: [listReconciliations],
  });

  if (!reports.data && reports.error)
    return <LoadError onReload={() => void reports.refetch()} message={reports.error.message} />;
  return (
    <Stack>
      <Row between>
        <p className={staff.quiet}>
          Каждую ночь учёт сверяется сам с собой, с банком и с сетями. Расхождения никто не исправляет молча.
        </p>
        <Button pending={action.isPending} onClick={() => action.mutate({})}>
          Сверить сейчас
        </Button>
      </Row>
      {action.error && <Notice tone="error">{action.error.message}</Notice>}
      {!reports.data && <TableSkeleton columns={3} />}
      {reports.data?.data.length === 0 && (
        <EmptyState title="Сверок ещё не было">Первая пройдёт этой ночью. Можно сверить и сейчас.</EmptyState>
      )}
      {reports.data?.data.map((report) => (
        <Report key={report.id} report={report} />
      ))}
    </Stack>
  );
}

function Report({ report }: { report: Reconciliation }) {
  const { differences, silent } = report;
  const agree = differences.length === 0;
  // The data of a silent network is not known to agree.
  const complete = silent.length === 0;
  return (
    <Panel
      title={<DateText value={report.started_at} style="datetime" />}
      action={
        <StatusLabel tone={agree ? (complete ? 'go' : 'wait') : 'stop'}>
          {agree ? (complete ? 'Всё сходится' : 'Сверено не всё') : `Расхождений: ${differences.length}`}
        </StatusLabel>
      }
    >
      <p className={styles.quiet}>
        Запущена {TRIGGER_LABELS[report.asked_by]}. Переводов проверено {formatNumber(report.transfers)}, карт
        сверено {formatNumber(report.cards)}, сетей ответило {report.networks.length}.
        {!complete && ` Карты этих сетей сверить не удалось: ${silent.join(', ')}. Сверьте позже ещё раз.`}
      </p>
      {report.books && <ReportBooks books={report.books} />}
      {report.sides.length > 0 && <Sides sides={report.sides} />}
      {!agree && (
        <Disclosure summary="Что расходится">
          <ul className={styles.found}>
            {differences.map((difference, index) => (
              <li key={index}>
                <strong>{difference.title}</strong>
                <span className={styles.quiet}>
                  {difference.details.map(({ title, value }) => `${title}: ${value}`).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Panel>
  );
}

/** The money of the compared cards in our books and at each network, also where both agree. */
function Sides({ sides }: Pick<Reconciliation, 'sides'>) {
  return (
    <DataTable
      caption="Деньги на картах"
      columns={SIDE_COLUMNS}
      rows={sides}
      rowKey={(side) => side.network}
    />
  );
}

const SIDE_COLUMNS: readonly Column<Reconciliation['sides'][number]>[] = [
  { key: 'network', header: 'Сеть', narrow: 'title', cell: (side) => side.network },
  { key: 'cards', header: 'Карт', align: 'end', cell: (side) => formatNumber(side.cards) },
  moneyColumn({ key: 'ours', header: 'В учёте', value: (side) => side.ours }),
  moneyColumn({ key: 'theirs', header: 'У сети', value: (side) => side.theirs }),
  {
    key: 'difference',
    header: 'Разница',
    align: 'end',
    narrow: 'aside',
    cell: ({ difference }) =>
      difference === 0 ? (
        <Money value={0} />
      ) : (
        <StatusLabel tone="stop">
          <Money value={difference} signed />
        </StatusLabel>
      ),
  },
];
