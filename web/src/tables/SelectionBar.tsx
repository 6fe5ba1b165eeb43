import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { useAction } from '../state/use-action.ts';
import { showToast } from '../ui/Toast.tsx';
import type { Column } from './column.ts';
import { exportRows, type FileFormat } from './export-rows.ts';
import type { TableView } from './table-view.ts';
import styles from './SelectionBar.module.css';

type Props<Row> = {
  /** For screen readers: «Выбранные счета». */
  label: string;
  /** «Выбрано: 3 счёта». */
  words: string;
  /** What they come to. */
  total: ReactNode;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  view: TableView;
  /** What a file of them is called, without its ending. */
  fileName: string;
  onNone: () => void;
};

/** How much the selected rows come to, and their file; stays visible while the list scrolls. */
export function SelectionBar<Row extends object>(props: Props<Row>) {
  const { label, words, total, rows, columns, view, fileName, onNone } = props;
  const saving = useAction({
    mutationFn: (format: FileFormat) => exportRows(format, { name: fileName, columns, rows, view }),
    onError: (failure: Error) =>
      showToast({ title: 'Файл не сохранён', message: failure.message, tone: 'stop' }),
  });
  if (rows.length === 0) return null;
  return (
    <section className={styles.bar} aria-label={label}>
      <p className={styles.words} role="status">
        {words}, {total}
      </p>
      {(['xlsx', 'csv'] as const).map((format) => (
        <Button
          key={format}
          size="small"
          pending={saving.isPending && saving.variables === format}
          onClick={() => saving.mutate(format)}
          aria-label={`${format.toUpperCase()} выбранного`}
        >
          {format.toUpperCase()}
        </Button>
      ))}
      <IconButton label="Снять выбор" icon={<IconX aria-hidden="true" stroke={1.75} />} onClick={onNone} />
    </section>
  );
}
