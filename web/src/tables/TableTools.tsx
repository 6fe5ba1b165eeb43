import {
  IconAdjustmentsHorizontal,
  IconBookmark,
  IconDownload,
  IconLayoutList,
  IconMailForward,
  IconTable,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ViewList } from '#contract/companies/views.ts';
import { paths } from '../paths.ts';
import { useAction } from '../state/use-action.ts';
import { useRead } from '../state/use-call.ts';
import { ActionMenu, type MenuAction } from '../ui/layers/ActionMenu.tsx';
import { lazyDialog } from '../ui/layers/lazy-dialog.tsx';
import { showToast } from '../ui/layers/Toast.tsx';
import type { Column } from './column.ts';
import { isMailed, queryToMail } from './query-to-mail.ts';
import type { ListFormat } from '#contract/list-files.ts';
import { exportRows } from './export-rows.ts';
import type { ViewControl } from './use-table-view.ts';
import { viewCalls } from './view-calls.ts';
import { ViewModal } from './ViewModal.tsx';
import styles from './TableTools.module.css';

const SavedViewsModal = lazyDialog(async () => (await import('./SavedViewsModal.tsx')).SavedViewsModal);

type Props<Row> = {
  /** The list in saved views; omitted where views are not saved. */
  list?: ViewList;
  columns: readonly Column<Row>[];
  control: ViewControl;
  /** Name of a file of the view, without its ending: «Карты». */
  fileName?: string;
  /** Every row of the list under its filters; pages that have not been read yet are read for it. Omitted: no files. */
  rows?: () => readonly Row[] | Promise<readonly Row[]>;
  /** Both kinds of file unless the list has one of its own. */
  formats?: readonly ListFormat[];
};

/** Tools for the view of a table, and its file, beside the filters of every list. */
export function TableTools<Row extends object>({
  list,
  columns,
  control,
  fileName = '',
  rows,
  formats,
}: Props<Row>) {
  const [opened, setOpened] = useState<'view' | 'saved' | null>(null);
  const close = () => setOpened(null);
  return (
    <div className={styles.tools} data-print="hide">
      <ViewMenu list={list} onOpen={setOpened} />
      {rows && (
        <FileMenu
          formats={formats}
          save={async (format) =>
            exportRows(format, { name: fileName, columns, rows: await rows(), view: control.view })
          }
        />
      )}
      {opened === 'view' && <ViewModal columns={columns} control={control} onClose={close} />}
      {opened === 'saved' && list && <SavedViewsModal list={list} onClose={close} />}
    </div>
  );
}

type MenuProps = { list: ViewList | undefined; onOpen: (modal: 'view' | 'saved') => void };

function ViewMenu({ list, onOpen }: MenuProps) {
  const [search] = useSearchParams();
  const saved = useRead(viewCalls(list).list, {}, { enabled: list !== undefined });
  const views = saved.data?.data.filter((view) => view.list === list) ?? [];
  const actions: MenuAction[] = [
    ...views.map((view) => ({
      key: `view-${view.id}`,
      label: view.name,
      icon: <IconBookmark {...ICON} />,
      to: `?${view.query}`,
    })),
    {
      key: 'columns',
      label: 'Столбцы, порядок и строки',
      icon: <IconAdjustmentsHorizontal {...ICON} />,
      onSelect: () => onOpen('view'),
    },
    ...(list && isMailed(list)
      ? [
          {
            key: 'mail',
            label: 'Присылать на почту',
            icon: <IconMailForward {...ICON} />,
            to: paths.mailReport(list, queryToMail(search)),
          },
        ]
      : []),
    ...(list
      ? [
          {
            key: 'save',
            label: 'Сохранить или удалить вид',
            icon: <IconBookmark {...ICON} />,
            onSelect: () => onOpen('saved'),
          },
        ]
      : []),
  ];
  return <ActionMenu label="Вид таблицы" actions={actions} icon={<IconLayoutList {...ICON} />} />;
}

type FileMenuProps = {
  save: (format: ListFormat) => Promise<void>;
  formats?: readonly ListFormat[] | undefined;
};

const FORMAT_LABELS: Record<ListFormat, string> = { xlsx: 'XLSX для Excel', csv: 'CSV' };

/** Exports a list as a file, if its view has no other settings. */
export function FileMenu({ save, formats = ['xlsx', 'csv'] }: FileMenuProps) {
  const saving = useAction({
    mutationFn: save,
    onError: (failure: Error) =>
      showToast({ title: 'Файл не сохранён', message: failure.message, tone: 'stop' }),
  });
  const entry = (format: ListFormat): MenuAction => ({
    key: format,
    label: FORMAT_LABELS[format],
    icon: <IconTable {...ICON} />,
    disabledReason: saving.isPending ? 'Файл готовится' : null,
    onSelect: () => saving.mutate(format),
  });
  return (
    <ActionMenu
      label={saving.isPending ? 'Файл готовится' : 'Экспорт таблицы'}
      actions={formats.map(entry)}
      icon={<IconDownload {...ICON} />}
    />
  );
}

const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;
