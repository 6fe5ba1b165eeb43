import { expect, test } from 'vitest';
import { readBankFile } from '../../modules/money/bank/file/read-bank-file.ts';
import { readStationFile } from '../../modules/programme/stations/read-station-file.ts';
import { parseBankFile } from '../../modules/money/bank/file/parse-bank-file.ts';
import { readCsv } from '../../lib/tables/csv.ts';
import { mapInTurns } from '../../lib/turns/map-in-turns.ts';

const MIB = 1024 * 1024;

/** Returns how long this thread has computed, in milliseconds. Time in which the machine served others doesn't count. */
function computedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Checks that others wait far less than reading the whole takes: at most a quarter of it. */
async function expectOthersServed<Read>(work: () => Promise<Read>): Promise<Read> {
  const began = computedMs();
  let last = began;
  const waits: number[] = [];
  const timer = setInterval(() => {
    const now = computedMs();
    waits.push(now - last);
    last = now;
  }, 1);
  const read = await work().finally(() => clearInterval(timer));
  const took = computedMs() - began;
  expect(waits.length).toBeGreaterThan(10);
  expect(Math.max(...waits)).toBeLessThan(Math.max(50, took / 4));
  return read;
}

test('a bank statement of 10 MiB is read while others are answered, and comes whole', async () => {
  const bytes = bankFile(10 * MIB);
  const read = await expectOthersServed(() => readBankFile(bytes));
  expect(read.ok && read.bankFile.documents.length).toBeGreaterThan(15_000);
  const small = bankFile(MIB);
  expect(await readBankFile(small)).toEqual(parseBankFile(small));
});

test('a list of stations of 10 MiB is read while others are answered, and comes whole', async () => {
  const line = '55.1;37.6;Московская область;Подольск;Ленина;5;Наш;АЗС 1;;да;74,50\n';
  const head = 'Широта;Долгота;Регион;Город;Улица;Дом;Бренд;Название;Тип;Оплата по QR;Цена ДТ\n';
  const count = Math.floor((10 * MIB - head.length) / Buffer.byteLength(line));
  // Made before it is read: writing ten megabytes would count as reading them.
  const bytes = Buffer.from(head + line.repeat(count));
  const read = await expectOthersServed(() => readStationFile(bytes));
  expect(read.ok && read.stations).toHaveLength(count);
});

test('a long list that is mapped in turns is what it would be at once', async () => {
  const list = Array.from({ length: 1001 }, (_, index) => index);
  const twice = (part: readonly number[]) => part.flatMap((value) => [value, -value]);
  expect(await mapInTurns(list, 100, twice)).toEqual(twice(list));
  expect(await mapInTurns([], 100, twice)).toEqual([]);
});

test('a file of nothing but breaks is no rows, however many there are', () => {
  expect(readCsv(Buffer.from('\n'.repeat(MIB)))).toEqual([]);
  expect(readCsv(Buffer.from('\n\nа;б\n\n'))).toEqual([{ line: 3, cells: ['а', 'б'] }]);
});

function bankFile(size: number): Buffer {
  const parts = [
    '1CClientBankExchange\r\nВерсияФормата=1.03\r\nДатаНачала=01.09.2026\r\nДатаКонца=30.09.2026\r\nРасчСчет=40702810200000000001\r\n',
  ];
  for (let length = 0, number = 1; length < size - 2000; number += 1) {
    const document = `СекцияДокумент=Платежное поручение\r\nНомер=${number}\r\nДата=01.09.2026\r\nСумма=1000.00\r\nПлательщикСчет=40702810800000000099\r\nПлательщикИНН=5047123455\r\nПлательщик1=ООО Ромашка\r\nПолучательСчет=40702810200000000001\r\nПолучательИНН=7712345671\r\nДатаПоступило=01.09.2026\r\nНазначениеПлатежа=Оплата по счету М-${number}\r\nКонецДокумента\r\n`;
    parts.push(document);
    length += Buffer.byteLength(document);
  }
  return Buffer.from(`${parts.join('')}КонецФайла\r\n`);
}
