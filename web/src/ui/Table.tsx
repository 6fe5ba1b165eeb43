import type { ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import styles from './Table.module.css';

export type Column<Row> = {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Aligned to the end: for money and numbers. */
  align?: 'start' | 'end';
  /**
   * Where the cell goes when a row becomes a card: `title` on top, `aside` at the right of the title, `line` (default)
   * as a labelled line, `plain` as a line without its label, `hidden` nowhere.
   */
  narrow?: 'title' | 'aside' | 'line' | 'plain' | 'hidden';
  /** The header is for screen readers only: for the column of buttons. */
  headerHidden?: boolean;
  width?: string;
  /** The header is a button that changes the order of the rows. */
  sort?: { direction: 'ascending' | 'descending' | 'none'; onSort: () => void };
};

type Props<Row> = {
  /** Says what the table holds, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** A last row with the totals of the columns, by their keys. */
  footer?: Readonly<Record<string, ReactNode>>;
  /** Highlights a row as the chosen one. */
  isCurrent?: (row: Row) => boolean;
};

/**
 * A table where there is room; where there is none, each row is a card. Its roles keep it a table for screen readers.
 */
export function Table<Row>({ caption, columns, rows, rowKey, footer, isCurrent }: Props<Row>) {
  return (
    <div className={styles.frame}>
      <table className={styles.table} role="table" aria-label={caption}>
        <thead className={styles.head} role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                role="columnheader"
                aria-sort={column.sort?.direction}
                className={styles[column.align ?? 'start']}
                style={{ width: column.width }}
              >
                <Header column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              className={joinClasses(styles.row, isCurrent?.(row) && styles.current)}
            >
              {columns.map((column) => (
                <Cell key={column.key} column={column}>
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
        {footer && (
          <tfoot role="rowgroup" className={styles.footer}>
            <tr role="row" className={styles.row}>
              {columns.map((column) => (
                <Cell key={column.key} column={column}>
                  {footer[column.key]}
                </Cell>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function Header<Row>({ column }: { column: Column<Row> }) {
  if (!column.sort) {
    return <span className={column.headerHidden ? styles.unseen : undefined}>{column.header}</span>;
  }
  return (
    <>
      <button type="button" className={styles.sort} onClick={column.sort.onSort}>
        {column.header}
        <span aria-hidden="true" className={styles.arrow}>
          {ARROW[column.sort.direction]}
        </span>
      </button>
      <span className={styles.onlyName}>{column.header}</span>
    </>
  );
}

const ARROW = { ascending: '↑', descending: '↓', none: '↕' };

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  const narrow = column.narrow ?? 'line';
  return (
    <td role="cell" className={joinClasses(styles[column.align ?? 'start'], styles[narrow])}>
      {narrow === 'line' && !column.headerHidden && (
        <span className={styles.label} aria-hidden="true">
          {column.header}
        </span>
      )}
      <div className={styles.value}>{children}</div>
    </td>
  );
}
