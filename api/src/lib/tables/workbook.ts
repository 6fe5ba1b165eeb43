import {
  describeTooManyRows,
  MAX_TITLE_ROWS,
  TableProblem,
  TableRows,
  UNREADABLE_TABLE,
  type TableLimits,
  type TableRow,
} from './table-limits.ts';
import { formatDay, formatMoment, formatNumber, StyleReader, type Calendar } from './workbook-formats.ts';
import { openWorkbook, type WorkbookParts } from '../workbook-parts.ts';
import type { XmlReader } from './workbook-xml.ts';

/** Cells with a value of the whole sheet: as many as the largest table that is taken could have. */
const MAX_CELLS = 1_000_000;

/** A cell of shared text names its place in the list, which is read behind the sheet. */
type Cell = string | { shared: number };

/** The rows of a workbook's first sheet; empty ones are left out. Throws TableProblem at the first limit. */
export async function readWorkbook(bytes: Uint8Array, limits: TableLimits): Promise<TableRow[]> {
  const parts = await openWorkbook(bytes);
  const book = new BookReader();
  await parts.read('xl/workbook.xml', book);
  const links = new LinkReader();
  await parts.read('xl/_rels/workbook.xml.rels', links);
  const styles = new StyleReader();
  const stylesName = links.find('styles');
  if (stylesName && parts.has(stylesName)) await parts.read(stylesName, styles);
  const sheet = new SheetReader({ styles, calendar: book.calendar, limits });
  await parts.read(links.targets.get(book.firstSheet ?? '')?.name ?? '', sheet);
  const texts = await readSharedTexts(parts, links, { last: sheet.lastShared, limits });
  const table = new TableRows(limits);
  for (const { line, cells } of sheet.rows)
    table.add(
      line,
      Array.from(cells, (cell) => (typeof cell === 'object' ? (texts[cell.shared] ?? '') : cell)),
    );
  return table.rows;
}

class BookReader implements XmlReader {
  calendar: Calendar = 1900;
  firstSheet: string | null = null;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'workbookPr' && /^(1|true)$/.test(attributes.date1904 ?? '')) this.calendar = 1904;
    if (name !== 'sheet' || this.firstSheet !== null) return;
    const id = Object.keys(attributes).find((key) => key.endsWith(':id'));
    this.firstSheet = (id && attributes[id]) ?? null;
  }
}

/** Positions of the parts of a workbook, by the names that the workbook gives them. */
class LinkReader implements XmlReader {
  readonly targets = new Map<string, { name: string; type: string }>();

  open(
    name: string,
    { Id: id, Target: target = '', Type: type = '' }: Readonly<Record<string, string>>,
  ): void {
    if (name !== 'Relationship' || id === undefined) return;
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    this.targets.set(id, { name: path.replace(/^xl\/\.\.\//, ''), type: type.split('/').at(-1) ?? '' });
  }

  find(type: string): string | undefined {
    return [...this.targets.values()].find((target) => target.type === type)?.name;
  }
}

class SheetReader implements XmlReader {
  readonly rows: { line: number; cells: (Cell | undefined)[] }[] = [];
  lastShared = -1;
  readonly #about: { styles: StyleReader; calendar: Calendar; limits: TableLimits };
  #line = 0;
  #column = 0;
  #cells: (Cell | undefined)[] = [];
  #count = 0;
  #cell: { column: number; type: string; style: string | undefined } | null = null;
  #isText = false;
  #isPhonetic = false;
  #text = '';

  constructor(about: { styles: StyleReader; calendar: Calendar; limits: TableLimits }) {
    this.#about = about;
  }

  open(name: string, { r: place, t: type = 'n', s: style }: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.#line = Number(place ?? this.#line + 1);
      if (!Number.isSafeInteger(this.#line)) throw new TableProblem(UNREADABLE_TABLE);
      this.#column = 0;
    } else if (name === 'c') {
      this.#column = place === undefined ? this.#column + 1 : parseColumn(place);
      this.#cell = { column: this.#column, type, style };
      this.#text = '';
    } else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 'v' || name === 't') this.#isText = this.#cell !== null && !this.#isPhonetic;
  }

  text(text: string): void {
    if (!this.#isText) return;
    this.#text = (this.#text + text).slice(0, this.#about.limits.cellLength * 2);
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isText = false;
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'c') this.#endCell();
    else if (name === 'row') this.#endRow();
  }

  #endCell(): void {
    const cell = this.#cell;
    this.#cell = null;
    if (!cell || this.#text.trim() === '') return;
    this.#count += 1;
    if (this.#count > MAX_CELLS) throw new TableProblem('В файле слишком много ячеек: разделите его');
    const { limits } = this.#about;
    if (!(cell.column <= limits.columns))
      throw new TableProblem(`В строке ${this.#line} больше ${limits.columns} столбцов`);
    this.#cells[cell.column - 1] = this.#valueOf(cell);
  }

  #valueOf({ type, style }: { type: string; style: string | undefined }): Cell {
    const text = this.#text;
    if (type === 's') {
      const shared = Number(text);
      if (!(Number.isSafeInteger(shared) && shared >= 0)) throw new TableProblem(UNREADABLE_TABLE);
      this.lastShared = Math.max(this.lastShared, shared);
      return { shared };
    }
    if (type === 'b') return text.trim() === '1' ? 'true' : 'false';
    const { times } = this.#about.limits;
    if (type === 'd') return text.slice(0, times ? 19 : 10);
    if (type !== 'n') return text;
    const { styles, calendar } = this.#about;
    const formatDate = times ? formatMoment : formatDay;
    return styles.isDate(style) ? formatDate(text, calendar) : formatNumber(text);
  }

  #endRow(): void {
    if (this.#cells.length === 0) return;
    const { rows } = this.#about.limits;
    if (this.rows.length > rows + MAX_TITLE_ROWS) throw new TableProblem(describeTooManyRows(rows));
    this.rows.push({ line: this.#line, cells: this.#cells });
    this.#cells = [];
  }
}

/** `B5` → 2; NaN where it is no place. */
function parseColumn(place: string): number {
  const columnName = /^[A-Z]{1,3}(?=\d+$)/.exec(place)?.[0];
  if (!columnName) return Number.NaN;
  return [...columnName].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);
}

/** The shared texts up to the last one that the sheet names. */
async function readSharedTexts(
  parts: WorkbookParts,
  links: LinkReader,
  { last, limits }: { last: number; limits: TableLimits },
): Promise<string[]> {
  const texts: string[] = [];
  const name = links.find('sharedStrings');
  if (last < 0 || !name) return texts;
  let text = '';
  let isText = false;
  let isPhonetic = false;
  await parts.read(name, {
    open(tag) {
      if (tag === 'si') text = '';
      else if (tag === 'rPh') isPhonetic = true;
      else if (tag === 't') isText = !isPhonetic;
    },
    text(part) {
      if (isText) text = (text + part).slice(0, limits.cellLength * 2);
    },
    close(tag) {
      if (tag === 't') isText = false;
      else if (tag === 'rPh') isPhonetic = false;
      else if (tag === 'si') texts.push(text);
    },
    isDone: () => texts.length > last,
  });
  return texts;
}
