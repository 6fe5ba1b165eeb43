import { csvFile, csvText } from '#contract/values/csv.ts';
import { putOnDisk } from '../../../server/download.ts';

const HEADER = ['Номер карты', 'Дата и время', 'Операция', 'АЗС', 'Топливо', 'Литры', 'Цена', 'Сумма'];
const EXAMPLE = [
  '№ 7005830000000018',
  '28.11.2026 10:15',
  'Продажа',
  'М-4 «Дон», 45-й км',
  'ДТ',
  '45,67',
  '65,44',
  '2988,64',
];

/** Saves our own form of a report with one line, for a network that has none of its own. */
export function saveReportTemplate(): void {
  const rows = [HEADER, EXAMPLE].map((cells) => cells.map((text) => csvText(text)));
  putOnDisk(new Blob([csvFile(rows)], { type: 'text/csv' }), 'Отчёт сети.csv');
}
