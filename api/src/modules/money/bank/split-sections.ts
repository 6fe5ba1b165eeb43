const MAX_DOCUMENTS = 100_000;
const MAX_LINE_LENGTH = 10_000;

export type Fields = Map<string, string[]>;
export type Section = {
  kind: 'balance' | 'document';
  title: string;
  line: number;
  fields: Fields;
  lastKey: string | null;
};
/** `value` is null on a line without «=». */
type FileLine = { number: number; key: string; value: string | null };
export type Report = (line: number, message: string) => void;

const SECTION_ENDS = { document: 'КонецДокумента', balance: 'КонецРасчСчет' } as const;
const SECTION_NAMES = { document: 'документа', balance: 'остатков' } as const;

/** Splits the file into its header and sections; reports what is unfinished, too long or too much. */
export function splitSections(
  lines: readonly string[],
  report: Report,
): { header: Fields; sections: Section[] } {
  const header: Fields = new Map();
  const sections: Section[] = [];
  let open: Section | null = null;
  let lastHeaderKey: string | null = null;
  let documents = 0;
  for (const [index, whole] of lines.entries()) {
    const number = index + 1;
    const line = whole.trim();
    if (index === 0 || line === '') continue;
    if (line.length > MAX_LINE_LENGTH) {
      report(number, `Строка длиннее ${MAX_LINE_LENGTH} знаков`);
      return { header, sections };
    }
    const at = line.indexOf('=');
    const key = (at < 0 ? line : line.slice(0, at)).trim();
    const value = at < 0 ? null : line.slice(at + 1).trim();

    if (key === 'КонецФайла' && !value) {
      if (open) reportUnfinished(open, report);
      reportLeftOver(lines, number, report);
      return { header, sections };
    }
    if (key === 'СекцияДокумент' || (key === 'СекцияРасчСчет' && !value)) {
      if (open) reportUnfinished(open, report);
      const kind = key === 'СекцияДокумент' ? 'document' : 'balance';
      if (kind === 'document') documents += 1;
      if (documents > MAX_DOCUMENTS) {
        report(number, `В выписке больше ${MAX_DOCUMENTS} документов`);
        return { header, sections };
      }
      open = { kind, title: value ?? '', line: number, fields: new Map(), lastKey: null };
    } else if ((key === SECTION_ENDS.document || key === SECTION_ENDS.balance) && !value) {
      if (open && SECTION_ENDS[open.kind] === key) sections.push(open);
      else if (open) reportUnfinished(open, report);
      else report(number, `Строка «${key}» без начала секции`);
      open = null;
    } else if (open) {
      open.lastKey = keep(open.fields, { number, key, value }, open.lastKey, report);
    } else {
      lastHeaderKey = keep(header, { number, key, value }, lastHeaderKey, report);
    }
  }
  if (open) reportUnfinished(open, report);
  report(lines.length, 'Файл оборван: нет строки «КонецФайла»');
  return { header, sections };
}

function reportUnfinished({ kind, line }: Section, report: Report): void {
  report(line, `Секция ${SECTION_NAMES[kind]} не закрыта: нет строки «${SECTION_ENDS[kind]}»`);
}

/** Documents behind the end would be lost without a word: somebody has put two files into one. */
function reportLeftOver(lines: readonly string[], endLine: number, report: Report): void {
  const at = lines.findIndex(
    (line, index) =>
      index >= endLine && /^\s*(?:1CClientBankExchange|СекцияДокумент|СекцияРасчСчет)/.test(line),
  );
  if (at >= 0) {
    report(at + 1, 'После строки «КонецФайла» начинается другая выписка: загрузите её отдельным файлом');
  }
}

/**
 * Stores a value under its key and returns the key that the next line may continue: a line without «=» belongs to the
 * value before it, as in a purpose with a line break. The joined value may be as long as a line.
 */
function keep(fields: Fields, line: FileLine, lastKey: string | null, report: Report): string | null {
  const { number, key, value } = line;
  if (value === null) {
    const values = lastKey === null ? [] : (fields.get(lastKey) ?? []);
    const whole = [values.pop(), key].filter((part) => part).join(' ');
    if (whole.length > MAX_LINE_LENGTH) {
      report(number, `Значение поля длиннее ${MAX_LINE_LENGTH} знаков`);
      return null;
    }
    values.push(whole);
    return lastKey;
  }
  const values = fields.get(key);
  if (values) values.push(value);
  else fields.set(key, [value]);
  return key;
}
