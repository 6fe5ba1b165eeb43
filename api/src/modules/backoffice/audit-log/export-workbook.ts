import writeWorkbook, { type Cell } from 'write-excel-file/node';
import { auditChangeLine } from '#contract/backoffice/audit-change-line.ts';
import { moscowClock, printedSheet } from '#contract/values/printed-sheet.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { AuditFilter } from './audit-filter.ts';
import { presentEvent } from './present.ts';
import { readPages, type FiledEvent } from './read-pages.ts';
import { readTitles } from './read-titles.ts';
import type { Titles } from './format-values.ts';

/** Limit of rows, because the workbook is made in memory. */
const MAX_LINES = 20_000;

const COLUMNS = [
  ['Время', 20],
  ['Кто', 28],
  ['Роль', 18],
  ['Компания', 28],
  ['Действие', 36],
  ['Чего касается', 28],
  ['Было → стало', 60],
  ['Адрес', 18],
  ['Устройство', 40],
  ['Запрос', 24],
  ['Запись', 12],
  ['Часть записи', 14],
] as const;

/** The view as a workbook, up to its limit. */
export async function exportWorkbook(
  ctx: Context,
  scope: CompanyScope | null,
  filter: AuditFilter,
): Promise<Buffer> {
  const rows: Cell[][] = [];
  for await (const page of readPages(ctx, scope, filter, MAX_LINES)) {
    const titles = await readTitles(ctx, scope, page);
    rows.push(...page.map((event) => readRow(event, scope, titles)));
  }
  const header = COLUMNS.map(([value]): Cell => ({ value, fontWeight: 'bold' }));
  const { options, workbook } = printedSheet({
    title: 'Журнал действий',
    columns: COLUMNS.length,
    lastRow: 1 + rows.length,
  });
  const columns = COLUMNS.map(([, width]) => ({ width }));
  return await writeWorkbook([header, ...rows], { ...options, columns }, workbook).toBuffer();
}

/** A cell takes no more. */
const MAX_CELL_LENGTH = 32_000;
const MOMENT = 'dd.mm.yyyy hh:mm:ss';

function readRow(event: FiledEvent, scope: CompanyScope | null, titles: Titles): Cell[] {
  const input = presentEvent(event, scope, titles, event.parentId);
  const texts = [
    input.actor.name,
    input.actor.role ?? '',
    input.company?.title ?? '',
    input.title,
    input.targets.map(({ title }) => title).join(', '),
    auditChangeLine(input.changes),
    input.address ?? '',
    input.device ?? '',
    input.request_id ?? '',
    `№ ${input.id}`,
    input.part_of === null ? '' : `№ ${input.part_of}`,
  ];
  return [
    { type: Date, value: moscowClock(event.at), format: MOMENT },
    ...texts.map((value): Cell => ({ type: String, value: value.slice(0, MAX_CELL_LENGTH) })),
  ];
}
