import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { can } from '#contract/access.ts';
import { type Exception, listExceptions } from '#contract/fleet/exceptions.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { AnswerModal } from './AnswerModal.tsx';
import { DutyPanel } from './DutyPanel.tsx';
import { ExceptionLine } from './ExceptionLine.tsx';
import styles from './Exceptions.module.css';
import type { ListFormat } from '#contract/list-files.ts';
import type { EndpointMeta } from '#contract/endpoint.ts';
import type { Column } from '../../../tables/column.ts';
import { exportRows } from '../../../tables/export-rows.ts';
import { PLAIN_VIEW } from '../../../tables/table-view.ts';
import { FileMenu } from '../../../tables/TableTools.tsx';

const POLL_MS = 15_000;
const PER_PAGE = 20;
const OPEN_SHOWN = 50;

/** «Просьбы водителей»: those that wait first, then what was answered and how often who asks. */
export function ExceptionList() {
  const [page, setPage] = useState(1);
  const meant = Number(useSearchParams()[0].get('request'));
  const often = { refetchMs: POLL_MS, keepPrevious: true };
  const open = useRead(listExceptions, { query: { state: 'asked', perPage: OPEN_SHOWN } }, often);
  const proposed = useRead(listExceptions, { query: { state: 'proposed', perPage: OPEN_SHOWN } }, often);
  const all = useRead(listExceptions, { query: { page, perPage: PER_PAGE } }, often);
  if (open.isPending || all.isPending) return <ListSkeleton count={4} label="Загружаются просьбы" />;
  if (!open.data || !all.data)
    return (
      <LoadError
        onReload={() => void Promise.all([open.refetch(), all.refetch()])}
        reloading={open.isFetching || all.isFetching}
      />
    );
  const { pagination, by_driver: byDriver, by_reason: byReason } = all.data.meta;
  if (pagination.total === 0)
    return (
      <Stack gap="3">
        <EmptyState title="Просьб пока нет">
          Если правило не пропустит заправку, водитель попросит разрешить её со своей страницы. Просьба
          появится здесь.
        </EmptyState>
        <DutyPanel />
      </Stack>
    );
  const answered = all.data.data.filter(({ state }) => state !== 'asked' && state !== 'proposed');
  const offered = proposed.data?.data ?? [];
  return (
    <Stack gap="3">
      <OpenExceptions title="Ждут ответа" exceptions={open.data.data.toReversed()} meant={meant} />
      <ReadFailed what="Предложенные после отказов не загрузились." reads={[proposed]} />
      {offered.length > 0 && (
        <OpenExceptions title="Предложено после отказов" exceptions={offered} meant={meant} />
      )}
      {answered.length > 0 && (
        <Panel title="Что было" variant="flush">
          <ul className={styles.list}>
            {answered.map((item) => (
              <ExceptionLine key={item.id} exception={item} onAnswer={null} isMeant={item.id === meant} />
            ))}
          </ul>
        </Panel>
      )}
      <Pagination page={page} totalPages={pagination.total_pages} onChange={setPage} />
      <DutyPanel />
      <ExceptionTallies byDriver={byDriver} byReason={byReason} />
    </Stack>
  );
}

/** Lists the open exceptions, longest waiting first. */
function OpenExceptions({
  title,
  exceptions,
  meant,
}: {
  title: string;
  exceptions: readonly Exception[];
  meant: number;
}) {
  const { show, dialog } = useDialogs();
  const mayAnswer = can(useRole(), 'changeCard');
  return (
    <>
      <Panel title={title} variant={exceptions.length === 0 ? 'plain' : 'flush'}>
        {exceptions.length === 0 ? (
          <p className="ink-2">Все просьбы разобраны.</p>
        ) : (
          <ul className={styles.list}>
            {exceptions.map((exception) => (
              <ExceptionLine
                key={exception.id}
                exception={exception}
                isMeant={exception.id === meant}
                onAnswer={
                  mayAnswer
                    ? (answer) =>
                        show((onClose) => (
                          <AnswerModal exception={exception} answer={answer} onClose={onClose} />
                        ))
                    : null
                }
              />
            ))}
          </ul>
        )}
      </Panel>
      {dialog}
    </>
  );
}

type Tally = EndpointMeta<typeof listExceptions>['by_driver'];

/** Shows who asks how often, why, with what outcome, and how soon the answer came. */
function ExceptionTallies({ byDriver, byReason }: { byDriver: Tally; byReason: Tally }) {
  return (
    <div className={styles.tallies}>
      <Counts
        of={byDriver}
        title="По водителям"
        name="Водитель"
        none="К картам с просьбами водители не были прикреплены."
      />
      <Counts of={byReason} title="По причинам" name="Причина" none="Причин пока нет." />
    </div>
  );
}

type Props = { of: Tally; title: string; name: string; none: string };

function Counts({ of: counts, title, name, none }: Props) {
  const columns = makeColumns(name);
  const isEmpty = counts.length === 0;
  const save = (format: ListFormat) =>
    exportRows(format, { name: `Просьбы ${title.toLowerCase()}`, columns, rows: counts, view: PLAIN_VIEW });
  return (
    <Panel title={title} action={isEmpty ? undefined : <FileMenu save={save} />}>
      {isEmpty ? (
        <p className="ink-2">{none}</p>
      ) : (
        <table className={styles.counts}>
          <thead>
            <tr>
              {columns.map(({ key, header }) => (
                <th key={key} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {counts.map((count) => (
              <tr key={count.name}>
                {columns.map(({ key, cell }) => (
                  <td key={key}>{cell(count)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

const MINUTES = new Intl.NumberFormat('ru', { maximumFractionDigits: 1 });

function makeColumns(name: string): Column<Tally[number]>[] {
  const count = (key: 'asked' | 'approved' | 'declined' | 'expired', header: string) => ({
    key,
    header,
    kind: 'count' as const,
    cell: (item: Tally[number]) => item[key],
    value: (item: Tally[number]) => item[key],
  });
  return [
    { key: 'name', header: name, cell: (item) => item.name, value: (item) => item.name },
    count('asked', 'Просьб'),
    count('approved', 'Разрешено'),
    count('declined', 'Отказано'),
    count('expired', 'Без ответа'),
    {
      key: 'median',
      header: 'Ответ, мин',
      cell: ({ median_minutes: minutes }) => (minutes === null ? '—' : MINUTES.format(minutes)),
      value: ({ median_minutes: minutes }) => minutes,
      kind: 'litres',
    },
  ];
}
