import { listStationLoads, undoStations } from '#contract/programme/staff-programme.ts';
import { downloadStationList, listStations } from '#contract/programme/stations.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { formatNumber } from '../../../lib/format.ts';
import { saveFile } from '../../../server/download.ts';
import { defineReasonDialog } from '../../../staff/define-reason-dialog.tsx';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { useRead } from '../../../state/use-call.ts';
import type { Column } from '../../../tables/column.ts';
import { dateColumn } from '../../../tables/usual-columns.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { showToast } from '../../../ui/layers/Toast.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { StationFileForm } from './StationFileForm.tsx';

type Load = EndpointData<typeof listStationLoads>[number];

/** The list of stations: a file is checked, loaded, and the last load can be undone. */
export function StationLoads() {
  const { open, dialog } = useDialogs();
  const loads = useRead(listStationLoads);
  const problem = useStaffProblem('staff.runProgramme');
  return (
    <Stack gap="3">
      <Row>
        <Button onClick={() => void save()}>Скачать нынешний список</Button>
      </Row>
      <StationFileForm problem={problem} />
      {!loads.data && loads.error && (
        <LoadError onReload={() => void loads.refetch()} message={loads.error.message} />
      )}
      {!loads.data && !loads.error && <TableSkeleton columns={5} />}
      {loads.data?.data.length === 0 && (
        <EmptyState title="Загрузок ещё не было">Здесь будет видно, кто и когда загружал список.</EmptyState>
      )}
      {loads.data && loads.data.data.length > 0 && (
        <StaffTable
          caption="Загрузки списка"
          columns={columns(problem, (load) => open(UndoDialog, load))}
          rows={loads.data.data}
          rowKey={(item) => item.id}
        />
      )}
      {dialog}
    </Stack>
  );
}

const UndoDialog = defineReasonDialog({
  title: 'Отменить загрузку',
  submitLabel: 'Вернуть прежний список',
  label: null,
  name: 'Отмена загрузки АЗС',
  call: undoStations,
  input: ({ id }: Load) => ({ params: { id } }),
  refresh: [listStationLoads, listStations],
  text: ({ before, after }) => (
    <p>
      На карту вернётся список, который был до загрузки: станций {formatNumber(before)} вместо{' '}
      {formatNumber(after)}. Загруженный файл нужно будет загрузить заново.
    </p>
  ),
});

function columns(problem: string | null, undo: (load: Load) => void): readonly Column<Load>[] {
  return [
    dateColumn({ key: 'at', header: 'Загружен', kind: 'moment', narrow: 'title', value: (item) => item.at }),
    {
      key: 'by',
      header: 'Кто загрузил',
      narrow: 'second',
      value: (item) => item.by,
      cell: (item) => item.by,
    },
    {
      key: 'before',
      header: 'Было станций',
      kind: 'count',
      align: 'end',
      narrow: 'hidden',
      value: (item) => item.before,
      cell: (item) => formatNumber(item.before),
    },
    {
      key: 'after',
      header: 'Стало станций',
      kind: 'count',
      align: 'end',
      narrow: 'aside',
      value: (item) => item.after,
      cell: (item) => formatNumber(item.after),
    },
    {
      key: 'state',
      header: 'Состояние',
      narrow: 'plain',
      value: (item) => (item.undone ? 'Отменена' : 'Загружен'),
      cell: (item) =>
        item.undone ? (
          <StatusLabel tone="neutral">
            Отменена <DateText value={item.undone.at} style="datetime" />, {item.undone.by}
          </StatusLabel>
        ) : (
          <StatusLabel tone="go">Загружен</StatusLabel>
        ),
    },
    {
      key: 'action',
      header: 'Действие',
      headerHidden: true,
      narrow: 'plain',
      cell: (item) =>
        item.undoable && (
          <Button
            size="small"
            onClick={() => undo(item)}
            disabled={problem !== null}
            disabledReason={problem ?? ''}
          >
            Отменить загрузку
          </Button>
        ),
    },
  ];
}

async function save(): Promise<void> {
  await saveFile(downloadStationList).catch(({ message }: Error) =>
    showToast({ tone: 'stop', title: 'Список АЗС не скачан', message }),
  );
}
