import { listChoosableColumns, isSortable, type Column } from './column.ts';

export type Density = 'normal' | 'dense' | 'roomy';

/** View of a table. Everything is in the address, so a link, a reload and a saved view show the same. */
export type TableView = {
  sort: { key: string; descending: boolean } | null;
  /** Keys of the chosen columns in their order. Null means that as the table has them. */
  columns: readonly string[] | null;
  /** Stay in sight while the others are scrolled. */
  pinned: readonly string[];
  density: Density;
};

/** View of a table that no user has arranged. */
export const PLAIN_VIEW: TableView = { sort: null, columns: null, pinned: [], density: 'normal' };

/** Names of the address that belong to the view; all others are filters. */
export const VIEW_NAMES = ['sort', 'cols', 'pin', 'rows'] as const;

export const DENSITY: Readonly<Record<Density, string>> = {
  normal: 'Обычные строки',
  dense: 'Плотные',
  roomy: 'Просторные',
};

/** Reads the view from an address. What no column offers counts as not chosen. */
export function readView<Row>(params: URLSearchParams, columns: readonly Column<Row>[]): TableView {
  const offered = new Set(listChoosableColumns(columns).map(({ key }) => key));
  const listed = (name: string) => [
    ...new Set(
      params
        .get(name)
        ?.split(',')
        .filter((key) => offered.has(key)),
    ),
  ];
  const chosen = listed('cols');
  const density = params.get('rows');
  return {
    sort: readSort(params.get('sort'), columns),
    columns: params.has('cols') && chosen.length > 0 ? chosen : null,
    pinned: listed('pin'),
    density: density === 'dense' || density === 'roomy' ? density : 'normal',
  };
}

function readSort<Row>(text: string | null, columns: readonly Column<Row>[]): TableView['sort'] {
  if (!text) return null;
  const descending = text.startsWith('-');
  const key = descending ? text.slice(1) : text;
  return columns.some((column) => column.key === key && isSortable(column)) ? { key, descending } : null;
}

/** The order as the address writes it: `sum`, `-sum`; undefined for the list's own order. */
export function writtenSort({ sort }: TableView): string | undefined {
  return sort ? `${sort.descending ? '-' : ''}${sort.key}` : undefined;
}

/** The same as the server takes it, where a column may have another name. */
export function toServerSort<Row>(view: TableView, columns: readonly Column<Row>[]): string | undefined {
  if (!view.sort) return undefined;
  const { key } = view.sort;
  return writtenSort({
    ...view,
    sort: { ...view.sort, key: columns.find((column) => column.key === key)?.sortKey ?? key },
  });
}

/** Puts a view into an address; a view like the table's own leaves nothing there. */
export function writeView(params: URLSearchParams, view: TableView): URLSearchParams {
  const next = new URLSearchParams(params);
  const written = {
    sort: writtenSort(view),
    cols: view.columns?.join(','),
    pin: view.pinned.join(','),
    rows: view.density === 'normal' ? undefined : view.density,
  };
  for (const [name, value] of Object.entries(written)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** First a column's natural order (figures and days from the largest), then the other way round, then the list's own. */
export function nextSort<Row>(view: TableView, column: Column<Row>): TableView['sort'] {
  const largestFirst = column.align === 'end' || column.kind === 'day' || column.kind === 'moment';
  if (view.sort?.key !== column.key) return { key: column.key, descending: largestFirst };
  return view.sort.descending === largestFirst ? { key: column.key, descending: !largestFirst } : null;
}
