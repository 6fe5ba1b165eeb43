import type { ListFormat } from '#contract/list-files.ts';
import { useAction } from '../state/use-action.ts';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/layers/Toast.tsx';
import type { Column } from './column.ts';
import { exportRows, LIST_FORMATS } from './export-rows.ts';
import type { TableView } from './table-view.ts';

type Props<Row> = {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  view: TableView;
  /** Name of the file of the selected rows, without its ending. */
  fileName: string;
};

/** Exports the selected rows as a file, in the bar of the selection. */
export function SelectionFiles<Row extends object>({ rows, columns, view, fileName }: Props<Row>) {
  const saving = useAction({
    mutationFn: (format: ListFormat) => exportRows(format, { name: fileName, columns, rows, view }),
    onError: (failure: Error) =>
      showToast({ title: 'Файл не сохранён', message: failure.message, tone: 'stop' }),
  });
  return LIST_FORMATS.map((format) => (
    <Button
      key={format}
      size="small"
      pending={saving.isPending && saving.variables === format}
      onClick={() => saving.mutate(format)}
      aria-label={`${format.toUpperCase()} выбранного`}
    >
      {format.toUpperCase()}
    </Button>
  ));
}
