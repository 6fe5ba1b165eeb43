import assert from 'node:assert/strict';
import { innProblem } from '#contract/values/inn.ts';
import { readMoney } from '#contract/kopecks.ts';
import { formatPhone, maskPhone, normalizePhone } from '#contract/values/phone.ts';
import { readSearch } from '#contract/insights/read-search.ts';
import { readRecords } from '../gateways/fuel-network/read-records.ts';
import { cardStateShape, eventShape } from '../gateways/fuel-network/wire.ts';
import { appendPages } from '../lib/pdf/append-pages.ts';
import { readCsv } from '../lib/tables/csv.ts';
import { fileName } from '../lib/file-name.ts';
import { transliterate } from '../lib/transliterate.ts';
import { storableText } from '../lib/storable-text.ts';
import { parseTable } from '../lib/tables/parse-table.ts';
import { readDecimal } from '../lib/read-decimal.ts';
import { readPdf } from '../lib/pdf/read-pdf.ts';
import { isCompletePdf, scanMime, scanName } from '../lib/scan.ts';
import { TableProblem } from '../lib/tables/table-limits.ts';
import { EXAMPLE } from '../modules/money/bank/file/example-bank-file.ts';
import { parseBankFile } from '../modules/money/bank/file/parse-bank-file.ts';
import { parseAnswer } from '../modules/papers/documents/objections/read-answer.ts';
import { readStationCsv, stationCsv } from '../modules/programme/stations/station-csv.ts';
import { makeSheet, makeWorkbook } from './hostile-files.ts';

/**
 * Readers of external input, each with what must be true for any bytes: none throws, and the result can be used.
 * `npm run fuzz` searches for bytes that break a reader. `fuzz-targets.test.ts` reads all such bytes again.
 */
export const FUZZ_TARGETS: Record<string, (bytes: Buffer) => void | Promise<void>> = {
  bankFile(bytes) {
    const read = parseBankFile(bytes);
    if (!read.ok) return assert.ok(read.errors.length > 0 && read.errors.length <= 100);
    for (const { sumKopecks } of read.bankFile.documents) assert.ok(Number.isSafeInteger(sumKopecks));
  },

  stations(bytes) {
    const read = readStationCsv(bytes);
    if (!read.ok) return assert.ok(read.problems.length > 0);
    // A downloaded file can be loaded again with the same content.
    const again = readStationCsv(Buffer.from(stationCsv(read.stations)));
    assert.deepEqual(again, read);
  },

  csv(bytes) {
    try {
      for (const { line, cells } of readCsv(bytes)) assert.ok(line > 0 && cells.length > 0);
    } catch (error) {
      assert.ok(error instanceof TableProblem, String(error));
    }
  },

  workbook: (bytes) => readTableWithin(bytes),

  // The sheet is read without its archive, because an archive with changed bytes seldom unpacks.
  sheet: (bytes) => readTableWithin(makeWorkbook(makeSheet(bytes.toString('utf8')))),

  answer(bytes) {
    const parsed = parseAnswer(bytes);
    assert.ok(parsed.ok || parsed.problem.length > 0);
  },

  pdf(bytes) {
    readPdf(bytes);
    appendPages(bytes, Buffer.from(ONE_PAGE));
    isCompletePdf(bytes);
  },

  upload(bytes) {
    const mime = scanMime(bytes);
    if (mime) assert.ok(scanName(bytes.toString('utf8'), 'Скан', mime).length > 0);
  },

  search(bytes) {
    readSearch(bytes.toString('utf8'), '2026-09-15');
  },

  words(bytes) {
    const text = bytes.toString('utf8');
    const phone = normalizePhone(text);
    if (phone !== null) {
      assert.equal(normalizePhone(formatPhone(phone)), phone);
      assert.ok(!maskPhone(phone).includes(phone));
    }
    innProblem(text);
    const decimal = readDecimal(text, 'litres');
    assert.ok(decimal === null || (Number.isFinite(decimal) && decimal >= 0));
    const money = readMoney(text);
    if (money.ok) assert.ok(Number.isSafeInteger(money.kopecks) && money.kopecks >= 0);
    assert.ok(!storableText(text).includes('\0'));
    assert.ok(Buffer.byteLength(fileName(text)) <= 255);
    // oxlint-disable-next-line no-control-regex
    assert.match(transliterate(text), /^[\x00-\xff]*$/);
  },

  network(bytes) {
    let input: unknown;
    try {
      input = JSON.parse(bytes.toString('utf8'));
    } catch {
      return;
    }
    const records = Array.isArray(input) ? input : [input];
    const events = readRecords(records, 'externalId', (record) => eventShape.parse(record));
    assert.equal(events.readable.length + events.unreadable.length, records.length);
    readRecords(records, 'cardNumber', (record) => cardStateShape.parse(record));
  },
};

const TABLE_LIMITS = { rows: 100, columns: 20, cellLength: 100 };

async function readTableWithin(bytes: Buffer): Promise<void> {
  const parsed = await parseTable({ bytes, limits: TABLE_LIMITS });
  if (!parsed.ok) return assert.ok(parsed.problem.length > 0);
  for (const { line, cells } of parsed.rows)
    assert.ok(line >= 0 && cells.length > 0 && cells.length <= TABLE_LIMITS.columns);
}

const SHEET_ROWS =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>Номер</t></is></c><c r="B1" s="1"><v>45000</v></c></row>';

const ONE_PAGE = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
xref
0 4
0000000000 65535 f
0000000009 00000 n
0000000052 00000 n
0000000101 00000 n
trailer<</Root 1 0 R/Size 4>>
startxref
160
%%EOF
`;

/** Targets whose seeds are bytes of one character each; the others are UTF-8. */
const BINARY = ['upload', 'workbook'];

/** The bytes of the seeds of a target. */
export function listSeeds(target: string): Buffer[] {
  const encoding = BINARY.includes(target) ? 'latin1' : 'utf8';
  return (FUZZ_SEEDS[target] ?? []).map((text) => Buffer.from(text, encoding));
}

/** Well-formed beginnings, from which the search for others starts. */
export const FUZZ_SEEDS: Record<string, string[]> = {
  bankFile: [EXAMPLE.join('\r\n')],
  stations: [
    stationCsv([]),
    `${stationCsv([])}55,9;37,4;Москва;Химки;Мира;1;Лукойл;АЗС 3;;да;65,5\r\n`,
    'Широта,Долгота,Регион,Бренд,Название\n55.9,37.4,"Москва",Лукойл,"АЗС 3"\n',
  ],
  csv: ['а;"б\r\n""в""";\t,\r\n'],
  workbook: [makeWorkbook(makeSheet(SHEET_ROWS)).toString('latin1')],
  sheet: [SHEET_ROWS],
  answer: [
    '<?xml version="1.0" encoding="UTF-8"?><Файл ИдФайл="ON_AKTSVERPOL_1"><ДогСв><ДокСв НаимДок="УПД" ИтогоРасх="1.5"/></ДогСв></Файл>',
    '<Файл ИдФайл="ON_AKTREKLOTP_1"><Рекл>Не сходится</Рекл></Файл>',
  ],
  pdf: [ONE_PAGE],
  upload: ['%PDF-1.4\n%%EOF', '\x89PNG\r\n\x1a\n', '\xff\xd8\xff'],
  search: ['карта 7005 1 234,50 с 01.09.2026 по 15.09', 'сентябрь 1000-2000 Лукойл', '№ 12'],
  words: ['+7 (900) 123-45-67', '5047123455', '1 234,50'],
  network: [
    '[{"sequence":1,"kind":"sale","externalId":"S","cardNumber":"7005800000000001","goodsId":301,"goodsTitle":"ДТ",' +
      '"centilitres":100,"unitPriceKopecks":6000,"sumKopecks":6000,"address":"А","soldAt":"2026-09-15T12:00:00+03:00"}]',
  ],
};
