import type { z } from 'zod';
import { listReconciliations, startReconciliation, type reconciliation } from '#contract/staff.ts';
import { useRead } from '../../state/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { TableSkeleton } from '../../ui/Skeleton.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { StatusWord } from '../../ui/StatusWord.tsx';
import { useStaffDeed } from '../../staff/use-staff-deed.ts';
import styles from '../../staff/FoundList.module.css';
import staff from '../../staff/StaffList.module.css';

type Reconciliation = z.infer<typeof reconciliation>;

const ASKED_BY: Record<Reconciliation['asked_by'], string> = {
  nightly: 'ночью, сама',
  'by-hand': 'по кнопке',
  command: 'командой',
};

/** Findings of the checks of the books. Nothing here corrects anything: a person decides. */
export function ReconciliationList() {
  const reports = useRead(listReconciliations);
  const deed = useStaffDeed(startReconciliation, { name: 'Сверка учёта', refresh: [listReconciliations] });

  if (!reports.data && reports.error)
    return <LoadError onReload={() => void reports.refetch()} message={reports.error.message} />;
  return (
    <Stack>
      <Row between>
        <p className={staff.quiet}>
          Каждую ночь учёт сверяется сам с собой и с сетями. Расхождения никто не исправляет молча.
        </p>
        <Button pending={deed.isPending} onClick={() => deed.mutate({})}>
          Сверить сейчас
        </Button>
      </Row>
      {deed.error && <Notice tone="error">{deed.error.message}</Notice>}
      {!reports.data && <TableSkeleton columns={3} />}
      {reports.data?.data.length === 0 && (
        <EmptyState title="Сверок ещё не было">Первая пройдёт этой ночью. Можно сверить и сейчас.</EmptyState>
      )}
      {reports.data?.data.map((one) => (
        <Report key={one.id} report={one} />
      ))}
    </Stack>
  );
}

function Report({ report }: { report: Reconciliation }) {
  const { differences, silent } = report;
  const agree = differences.length === 0;
  // What a silent network has is not known to agree.
  const complete = silent.length === 0;
  return (
    <Panel
      title={<DateText value={report.started_at} style="datetime" />}
      action={
        <StatusWord tone={agree ? (complete ? 'go' : 'wait') : 'stop'}>
          {agree ? (complete ? 'Всё сходится' : 'Сверено не всё') : `Расхождений: ${differences.length}`}
        </StatusWord>
      }
    >
      <p className={styles.quiet}>
        Запущена {ASKED_BY[report.asked_by]}. Переводов проверено {report.transfers}, карт сверено{' '}
        {report.cards}, сетей ответило {report.networks.length}.
        {!complete && ` Карты этих сетей сверить не удалось: ${silent.join(', ')}. Сверьте позже ещё раз.`}
      </p>
      {!agree && (
        <Disclosure summary="Что расходится">
          <ul className={styles.found}>
            {differences.map((one, index) => (
              <li key={index}>
                <strong>{one.title}</strong>
                <span className={styles.quiet}>
                  {one.details.map(({ title, value }) => `${title}: ${value}`).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Panel>
  );
}
