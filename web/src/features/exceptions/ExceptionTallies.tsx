import type { ListFormat } from '#contract/list-files.ts';
import type { EndpointMeta } from '#contract/endpoint.ts';
import type { listExceptions } from '#contract/exceptions.ts';
import type { Column } from '../../tables/column.ts';
import { exportRows } from '../../tables/export-rows.ts';
import { PLAIN_VIEW } from '../../tables/table-view.ts';
import { FileMenu } from '../../tables/TableTools.tsx';
import { Panel } from '../../ui/Panel.tsx';
import styles from './Exceptions.module.css';

type Tally = EndpointMeta<typeof listExceptions>['by_driver'];

/** Shows who asks how often, why, with what outcome, and how soon the answer came. */
export function ExceptionTallies({ byDriver, byReason }: { byDriver: Tally; byReason: Tally }) {
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
