/** A statement for tests, line by line. */
export type StatementLines = readonly string[];

const HEADER: StatementLines = [
  '1CClientBankExchange',
  'ВерсияФормата=1.03',
  'Кодировка=Windows',
  'Отправитель=Банк Клиент Онлайн',
  'Получатель=1С:Предприятие',
  'ДатаСоздания=16.09.2026',
  'ВремяСоздания=10:03:13',
  'ДатаНачала=15.09.2026',
  'ДатаКонца=15.09.2026',
  'РасчСчет=40702810200000000001',
];

const BALANCE: StatementLines = [
  'СекцияРасчСчет',
  'ДатаНачала=15.09.2026',
  'ДатаКонца=15.09.2026',
  'РасчСчет=40702810200000000001',
  'НачальныйОстаток=0.00',
  'ВсегоПоступило=150000.00',
  'ВсегоСписано=0.00',
  'КонечныйОстаток=150000.00',
  'КонецРасчСчет',
];

const DOCUMENT: StatementLines = [
  'СекцияДокумент=Платежное поручение',
  'Номер=42',
  'Дата=15.09.2026',
  'Сумма=150000.00',
  'ПлательщикСчет=40702810500000000001',
  'ПлательщикИНН=5047123455',
  'Плательщик1=ООО "Перевозчик"',
  'ПлательщикБИК=044525974',
  'ПолучательСчет=40702810200000000001',
  'ДатаПоступило=15.09.2026',
  'ПолучательИНН=7712345671',
  'Получатель1=ООО "Топливные карты"',
  'ПолучательБИК=044525225',
  'ВидОплаты=01',
  'Очередность=5',
  'НазначениеПлатежа=Оплата по счету № М-000123 от 15.09.2026. В т.ч. НДС 22% 27049-18',
  'КонецДокумента',
];

/** The minimal example of docs/facts.md 3, line by line, for tests to vary. */
export const EXAMPLE: StatementLines = [...HEADER, ...BALANCE, ...DOCUMENT, 'КонецФайла'];

/** The example with one line replaced; without a replacement the line is removed. */
export function withLine(line: string, ...replacement: readonly string[]): StatementLines {
  if (!EXAMPLE.includes(line)) throw new Error(`the example has no line «${line}»`);
  return EXAMPLE.flatMap((own) => (own === line ? replacement : [own]));
}

/** A file of the given lines as a bank writes it. */
export function bankFileBytes(
  lines: StatementLines,
  encoding: 'utf-8' | 'utf-8-bom' | 'windows-1251' | 'cp866' = 'windows-1251',
): Uint8Array {
  const text = `${lines.join('\r\n')}\r\n`;
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-8-bom') return Buffer.from(`\ufeff${text}`);
  const codes = codePage(encoding === 'cp866' ? 'ibm866' : encoding);
  return Uint8Array.from(text, (letter) => codes.get(letter) ?? 0x3f);
}

function codePage(label: string): Map<string, number> {
  const decoder = new TextDecoder(label);
  return new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
}
