import { renderLongTable } from '../../../lib/long-table-pdf.ts';
import { formatDateShort, formatMoney, formatTimeShort } from '../../../lib/money-format.ts';
import type { FileColumn } from '../../../lib/table-file.ts';
import type { ReportTable } from './arrange-table.ts';

export interface ReportHead {
  title: string;
  operator: string;
  company: string;
  /** `YYYY-MM-DD`: the same report of the same day has the same bytes. */
  madeOn: string;
  period: string;
  /** «Сеть: Роснефть» */
  filters: readonly string[];
}

/** Width of an A4 page in landscape, between its margins, in points. */
const FULL = 757.89;
const CHARACTER_WIDTH = 4.8;
const PADDING = 12;
const NARROWEST = 40;
/** Maximum width that a column of text requests. Longer text wraps. */
const MAX_CHARACTERS = 40;

/** Makes the PDF of a list or report: the columns that have any value, and every row. */
export function reportPdf(head: ReportHead, { columns, rows }: ReportTable): Promise<Buffer> {
  const cells = rows.map((row) => columns.map((column) => formatCell(column, column.of(row))));
  const filled = columns.flatMap((_, at) =>
    rows.length === 0 || cells.some((row) => row[at] !== '') ? [at] : [],
  );
  const shown = filled.map((at) => ({
    title: columns[at]?.header ?? '',
    figures: columns[at]?.kind === 'sum',
    longest: Math.max(4, ...cells.map((row) => row[at]?.length ?? 0)),
  }));
  const widths = computeWidths(shown);
  return renderLongTable({
    title: head.title,
    author: head.operator,
    dateIso: head.madeOn,
    period: head.period,
    parties: [
      { role: 'Клиент', text: head.company },
      ...head.filters.map((text) => ({ role: 'Отбор', text })),
      ...(rows.length === 0 ? [{ role: 'Строк', text: 'нет' }] : []),
    ],
    columns: shown.map(({ title, figures }, at) => ({ title, figures, width: widths[at] ?? NARROWEST })),
    rows: async function* () {
      for (let at = 0; at < cells.length; at += ROW_BATCH_SIZE) {
        yield cells
          .slice(at, at + ROW_BATCH_SIZE)
          .map((row) => ({ cells: filled.map((place) => row[place] ?? '') }));
      }
    },
  });
}

const ROW_BATCH_SIZE = 500;

/** Figures as wide as the longest of them; what is left is shared by the text, by how long it is. */
function computeWidths(shown: readonly { figures: boolean; longest: number }[]): number[] {
  const ofFigures = (item: { longest: number }) =>
    Math.max(NARROWEST, item.longest * CHARACTER_WIDTH + PADDING);
  const texts = shown.filter(({ figures }) => !figures);
  const taken = shown.reduce((sum, item) => sum + (item.figures ? ofFigures(item) : NARROWEST), 0);
  const wanted = texts.reduce((sum, { longest }) => sum + Math.min(longest, MAX_CHARACTERS), 0);
  const left = Math.max(0, FULL - taken);
  return shown.map((item) =>
    item.figures
      ? ofFigures(item) + (texts.length === 0 ? left / shown.length : 0)
      : NARROWEST + (left * Math.min(item.longest, MAX_CHARACTERS)) / wanted,
  );
}

function formatCell({ kind }: FileColumn<never>, value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return formatMoney(Math.round(value * 100));
  if (kind === 'day') return formatDateShort(value);
  return kind === 'time' ? formatTimeShort(new Date(value)) : value;
}
