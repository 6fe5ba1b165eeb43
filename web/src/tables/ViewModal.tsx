import { IconArrowDown, IconArrowUp, IconPin } from '@tabler/icons-react';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/fields/Checkbox.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { DialogFoot } from '../ui/layers/DialogFoot.tsx';
import { Modal } from '../ui/layers/Modal.tsx';
import { Select } from '../ui/fields/Select.tsx';
import { Stack } from '../ui/Stack.tsx';
import { chosenKeys } from './arrange.ts';
import { listChoosableColumns, isSortable, type Column } from './column.ts';
import { DENSITY, writtenSort, type Density, type TableView } from './table-view.ts';
import type { ViewControl } from './use-table-view.ts';
import styles from './TableTools.module.css';

type Props<Row> = { columns: readonly Column<Row>[]; control: ViewControl; onClose: () => void };

/** Order, rows and columns of a table. Each choice is seen behind the dialogue at once. */
export function ViewModal<Row>({ columns, control: { view, change, reset }, onClose }: Props<Row>) {
  const listed = sortByView(columns, view);
  const shown = listed.filter(({ isShown }) => isShown).map(({ column }) => column.key);

  function show(key: string, on: boolean) {
    const next = listed.filter(({ column, isShown }) => (column.key === key ? on : isShown));
    change({
      columns: next.map(({ column }) => column.key),
      pinned: view.pinned.filter((pinned) => pinned !== key || on),
    });
  }
  function move(key: string, step: number) {
    const next = [...shown];
    const at = next.indexOf(key);
    [next[at], next[at + step]] = [next[at + step] ?? key, key];
    change({ columns: next });
  }
  function pin(key: string) {
    const on = !view.pinned.includes(key);
    change({ pinned: on ? [...view.pinned, key] : view.pinned.filter((pinned) => pinned !== key) });
  }

  return (
    <Modal opened onClose={onClose} title="Вид таблицы">
      <Stack gap="3">
        <Select
          label="Порядок"
          value={writtenSort(view) ?? ''}
          onChange={(value) =>
            change({
              sort: value ? { key: value.replace(/^-/, ''), descending: value.startsWith('-') } : null,
            })
          }
          options={[{ value: '', label: 'Обычный' }, ...columns.filter(isSortable).flatMap(listOrders)]}
        />
        <Select
          label="Строки"
          value={view.density}
          onChange={(density) => change({ density: density as Density })}
          options={Object.entries(DENSITY).map(([value, label]) => ({ value, label }))}
        />
        <ul className={styles.columns} aria-label="Столбцы">
          {listed.map(({ column: { key, header }, isShown }) => (
            <li key={key} className={styles.column}>
              <Checkbox
                label={header}
                checked={isShown}
                onChange={(on) => show(key, on)}
                disabled={isShown && shown.length === 1}
              />
              <IconButton
                label={`Выше: ${header}`}
                icon={<IconArrowUp {...ICON} />}
                disabled={!isShown || shown[0] === key}
                disabledReason={isShown ? 'первый' : 'не показан'}
                onClick={() => move(key, -1)}
              />
              <IconButton
                label={`Ниже: ${header}`}
                icon={<IconArrowDown {...ICON} />}
                disabled={!isShown || shown.at(-1) === key}
                disabledReason={isShown ? 'последний' : 'не показан'}
                onClick={() => move(key, 1)}
              />
              <IconButton
                label={`Закрепить: ${header}`}
                icon={<IconPin {...ICON} />}
                aria-pressed={view.pinned.includes(key)}
                className={view.pinned.includes(key) ? styles.lit : undefined}
                disabled={!isShown}
                disabledReason="не показан"
                onClick={() => pin(key)}
              />
            </li>
          ))}
        </ul>
        <DialogFoot>
          <Button variant="primary" onClick={onClose}>
            Готово
          </Button>
          <Button variant="quiet" onClick={reset}>
            Вернуть обычный вид
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

/** The columns that are shown in their order, then the others. */
function sortByView<Row>(columns: readonly Column<Row>[], view: TableView) {
  const free = listChoosableColumns(columns);
  const shown = chosenKeys(columns, view).flatMap((key) => free.filter((column) => column.key === key));
  const hidden = free.filter((column) => !shown.includes(column));
  return [
    ...shown.map((column) => ({ column, isShown: true })),
    ...hidden.map((column) => ({ column, isShown: false })),
  ];
}

function listOrders<Row>({ key, header, kind = 'text' }: Column<Row>) {
  const [up, down] =
    kind === 'text' || kind === 'number'
      ? ['А → Я', 'Я → А']
      : isTime(kind)
        ? ['сначала старые', 'сначала новые']
        : ['по возрастанию', 'по убыванию'];
  return [
    { value: key, label: `${header}: ${up}` },
    { value: `-${key}`, label: `${header}: ${down}` },
  ];
}

function isTime(kind: Column<never>['kind']): boolean {
  return kind === 'day' || kind === 'moment';
}

const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;
