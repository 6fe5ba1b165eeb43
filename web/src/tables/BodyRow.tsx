import { memo, type PointerEvent, type ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { useChangeCount } from '../lib/use-change-count.ts';
import { CheckBox } from '../ui/fields/Checkbox.tsx';
import type { Column } from './column.ts';
import type { RowSelection } from './use-row-selection.ts';
import { getStickyStyle } from './use-sticky-places.ts';
import { titleClamped } from '../ui/title-clamped.ts';
import styles from './DataTable.module.css';

type Box<Row> = { id: number; selection: RowSelection; order: readonly number[]; name: (row: Row) => string };

type RowProps<Row> = {
  row: Row;
  rowIndex: number;
  columns: readonly Column<Row>[];
  pinned: readonly string[];
  leftOut: ReadonlySet<string>;
  current: boolean;
  selected: boolean;
  box: Box<Row> | null;
};

function PlainRow<Row extends object>({
  row,
  rowIndex,
  columns,
  pinned,
  leftOut,
  current,
  selected,
  box,
}: RowProps<Row>) {
  const changes = useChangeCount(row);
  return (
    <tr
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={box ? selected : undefined}
      // Two names for one animation, so each change starts it again.
      data-changed={changes === 0 ? undefined : changes % 2 === 0 ? 'even' : 'odd'}
      className={joinClasses(styles.row, current && styles.current, selected && styles.selected)}
      onPointerMove={titleUnderLink}
    >
      {box && (
        <td role="cell" className={styles.box}>
          <CheckBox
            label={`Выбрать ${box.name(row)}`}
            checked={selected}
            onChange={(on, range) => box.selection.choose(box.id, on, range, box.order)}
          />
        </td>
      )}
      {columns.map((column) => (
        <Cell
          key={column.key}
          column={column}
          isPinned={pinned.includes(column.key)}
          isLeftOut={leftOut.has(column.key)}
        >
          {column.cell(row)}
          {column.narrow === 'title' && <HiddenColumns row={row} columns={columns} leftOut={leftOut} />}
        </Cell>
      ))}
    </tr>
  );
}

/** The link of a row lies over its cells: it takes the title of the one under the pointer. */
function titleUnderLink({ target, clientX, clientY }: PointerEvent): void {
  const link = target instanceof Element ? target.closest<HTMLElement>('[data-row-link]') : null;
  if (!link) return;
  const value = document
    .elementsFromPoint(clientX, clientY)
    .find((part) => part.classList.contains(styles.value ?? ''));
  if (!(value instanceof HTMLElement)) return;
  titleClamped(value);
  link.title = value.title;
}

type RestProps<Row> = Pick<RowProps<Row>, 'row' | 'columns' | 'leftOut'>;

/** Shows below a row's name the hidden columns' values, each with its head. A value that the row lacks has no head. */
function HiddenColumns<Row>({ row, columns, leftOut }: RestProps<Row>) {
  const left = columns.filter(
    ({ key, inName, value }) => leftOut.has(key) && !inName && value?.(row) !== null,
  );
  if (left.length === 0) return null;
  return (
    <span className={styles.rest}>
      {left.map((column) => (
        <span key={column.key} className={styles.restPart}>
          {column.header} {column.cell(row)}
        </span>
      ))}
    </span>
  );
}

/** Renders a row again only when it has changed, because there may be thousands. Its box is another object each time. */
export const BodyRow = memo(PlainRow, (before, after) =>
  Object.keys(after).every((name) => {
    const key = name as keyof typeof after;
    return key === 'box'
      ? before.box?.order === after.box?.order && before.box?.selection.choose === after.box?.selection.choose
      : before[key] === after[key];
  }),
) as typeof PlainRow;

type CellProps<Row> = { column: Column<Row>; isPinned: boolean; isLeftOut: boolean; children: ReactNode };

/** A cell of a column. On a phone its position comes from the column. */
export function Cell<Row>({ column, isPinned, isLeftOut, children }: CellProps<Row>) {
  const narrow = column.narrow ?? 'line';
  return (
    <td
      role="cell"
      className={joinClasses(styles[column.align ?? 'start'], styles[narrow], isPinned && styles.pinned)}
      data-left-out={isLeftOut || undefined}
      style={isPinned ? getStickyStyle(column.key) : undefined}
      data-print={column.headerHidden ? 'hide' : undefined}
    >
      {narrow === 'line' && !column.headerHidden && (
        <span className={styles.label} aria-hidden="true">
          {column.header}
        </span>
      )}
      <div className={styles.value} onPointerEnter={({ currentTarget }) => titleClamped(currentTarget)}>
        {children}
      </div>
    </td>
  );
}
