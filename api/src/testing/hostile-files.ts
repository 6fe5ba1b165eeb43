import { strToU8, zipSync, type Zippable } from 'fflate';

/** A file that is made to hold its reader. */
export interface HostileFile {
  name: string;
  bytes: Buffer;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

/** The bytes of a workbook with this XML as its only sheet, and other parts as they are. */
export function makeWorkbook(
  sheet: string,
  parts: Readonly<Record<string, string | Uint8Array>> = {},
): Buffer {
  const files: Record<string, string | Uint8Array> = {
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Машины" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      `${HEAD}<Relationships><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/>` +
      `<Relationship Id="rId3" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    ...parts,
  };
  const packed: Zippable = {};
  for (const [name, content] of Object.entries(files))
    packed[name] = typeof content === 'string' ? strToU8(content) : content;
  return Buffer.from(zipSync(packed, { level: 6 }));
}

export function makeSheet(rows: string): string {
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;
}

const text = (place: string, value: string): string =>
  `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const NUMBER_HEAD = `<row r="1">${text('A1', 'Номер')}</row>`;

/** Tables that hold or end a reader which stops after a limit instead of at it. `scale` 1 is as large as a file may be. */
export function hostileTables(scale: number): HostileFile[] {
  const many = (count: number): number => Math.ceil(count * scale);
  const row = (number: number): string => `<row r="${number}">${text(`A${number}`, 'А123ВС77')}</row>`;
  const empty = Object.fromEntries(
    Array.from({ length: many(60_000) }, (_, at) => [`e${at}`, new Uint8Array()]),
  );
  const shared = `<sst>${'<si><t>а</t></si>'.repeat(many(1_000_000))}</sst>`;
  const files: [string, Buffer | string][] = [
    [
      'a workbook with a cell at its far end',
      makeWorkbook(makeSheet(`${NUMBER_HEAD}<row r="1048576">${text('XFD1048576', 'x')}</row>`)),
    ],
    [
      'a workbook with a cell that is farther than any',
      makeWorkbook(makeSheet(`${NUMBER_HEAD}<row r="9e15">${text('ZZZZ99', 'x')}</row>`)),
    ],
    ['a workbook of 60 000 parts', makeWorkbook(makeSheet(NUMBER_HEAD), empty)],
    [
      'a workbook of 200 000 rows',
      makeWorkbook(
        makeSheet(NUMBER_HEAD + Array.from({ length: many(200_000) }, (_, at) => row(at + 2)).join('')),
      ),
    ],
    [
      'a workbook with one row of 500 000 cells',
      makeWorkbook(makeSheet(`<row>${'<c t="str"><v>Номер</v></c>'.repeat(many(500_000))}</row>`)),
    ],
    [
      'a workbook that unpacks to 300 MB',
      makeWorkbook(makeSheet(`${NUMBER_HEAD}${' '.repeat(many(300_000_000))}`)),
    ],
    ['a workbook of XML without an end', makeWorkbook(makeSheet('<a>'.repeat(many(3_000_000))))],
    [
      'a workbook with a million attributes',
      makeWorkbook(
        makeSheet(`<row ${Array.from({ length: many(1_000_000) }, (_, at) => `a${at}="1"`).join(' ')}/>`),
      ),
    ],
    [
      'a workbook with one attribute of 16 MB',
      makeWorkbook(makeSheet(`<row a="${'1'.repeat(many(16_000_000))}"/>`)),
    ],
    [
      'a workbook with one comment of 16 MB',
      makeWorkbook(makeSheet(`<!--${'a'.repeat(many(16_000_000))}-->`)),
    ],
    [
      'a workbook with entities within entities',
      makeWorkbook(
        `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>${makeSheet('<row><c><v>&b;</v></c></row>')}`,
      ),
    ],
    [
      'a workbook that names a text which is not there',
      makeWorkbook(makeSheet(`${NUMBER_HEAD}<row r="2"><c r="A2" t="s"><v>2147483647</v></c></row>`), {
        'xl/sharedStrings.xml': shared,
      }),
    ],
    [
      'a workbook whose every cell is one long text',
      makeWorkbook(
        makeSheet(
          Array.from({ length: 2000 }, () => `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`).join(''),
        ),
        { 'xl/sharedStrings.xml': `<sst><si><t>${'а'.repeat(500)}</t></si></sst>` },
      ),
    ],
    [
      'a workbook with a text of the whole file',
      makeWorkbook(makeSheet(`<row>${text('A1', 'а'.repeat(many(20_000_000)))}</row>`)),
    ],
    [
      'a workbook in UTF-16',
      makeWorkbook('', { 'xl/worksheets/sheet1.xml': Buffer.from('﻿<a/>', 'utf16le') }),
    ],
    ['a workbook that broke off', makeWorkbook(makeSheet(NUMBER_HEAD)).subarray(0, 400)],
    ['a workbook that lies of its size', makeWorkbookWithFalseSize(many(50_000_000))],
    ['lonely quotes', `Номер;Марка\n"${'"a'.repeat(many(5_000_000))}`],
    [
      'quotes with blanks behind them',
      `Номер;М\n"${'"a'.repeat(many(2_000_000))}${' '.repeat(many(4_000_000))};x`,
    ],
    ['a quote that is never closed', `Номер;Марка\n"${'a;b\n'.repeat(many(2_000_000))}`],
    ['quotes and breaks', `Номер;Марка\n${'"\n'.repeat(many(4_000_000))}`],
    ['one line of 10 MB', `Номер;Марка\n${'a'.repeat(many(9_900_000))}`],
    ['ten million separators', `Номер${';'.repeat(many(9_900_000))}`],
    ['separators with text', `Номер${';a'.repeat(many(4_900_000))}`],
    ['a million rows', `Номер\n${'А123ВС77\n'.repeat(many(700_000))}`],
    ['ten million breaks', '\r'.repeat(many(9_900_000))],
    ['zero bytes', '\0'.repeat(many(9_900_000))],
  ];
  return files.map(([name, content]) => ({
    name,
    bytes: typeof content === 'string' ? Buffer.from(content) : content,
  }));
}

/** Both headers state that the sheet is small. */
function makeWorkbookWithFalseSize(size: number): Buffer {
  const bytes = makeWorkbook(makeSheet(NUMBER_HEAD + ' '.repeat(size)));
  const name = Buffer.from('xl/worksheets/sheet1.xml');
  const local = bytes.indexOf(name) - 30;
  const central = bytes.lastIndexOf(name) - 46;
  bytes.writeUInt32LE(500, local + 22);
  bytes.writeUInt32LE(500, central + 24);
  return bytes;
}

/** Answers of buyers that hold a parser of XML or what walks its tree. */
export function hostileAnswers(scale: number): HostileFile[] {
  const many = (count: number): number => Math.ceil(count * scale);
  const answer = (inside: string, form = 'ON_AKTREKLOTP'): string =>
    `<?xml version="1.0" encoding="UTF-8"?><Файл ИдФайл="${form}_1">${inside}</Файл>`;
  const files: [string, string][] = [
    ['an answer of elements without an end', answer('<a>'.repeat(many(300_000)))],
    ['an answer of deep elements', answer('<a>'.repeat(many(140_000)) + '</a>'.repeat(many(140_000)))],
    ['an answer of many claims', answer('<Рекл/>'.repeat(many(90_000)))],
    ['an answer of many attributes', answer(`<Рекл ${attributes(many(60_000))}/>`)],
    ['an answer of one long text', answer(`<Рекл>${'а '.repeat(many(300_000))}</Рекл>`)],
    ['an answer of many texts', answer('<Рекл>а&amp;<!-- --></Рекл>'.repeat(many(25_000)))],
    ['an answer of contracts within contracts', answer(nested('ДогСв', many(40_000)), 'ON_AKTSVERPOL')],
    ['an answer of namespaces', answer(`<Рекл ${attributes(many(40_000), 'xmlns:n')}/>`)],
    ['an answer that declares types', `<!DOCTYPE a [<!ENTITY b "b">]>${answer('&b;')}`],
  ];
  return files.map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
}

function attributes(count: number, name = 'n'): string {
  return Array.from({ length: count }, (_, at) => `${name}${at}="1"`).join(' ');
}

function nested(name: string, count: number): string {
  return `<${name}>`.repeat(count) + `</${name}>`.repeat(count);
}
