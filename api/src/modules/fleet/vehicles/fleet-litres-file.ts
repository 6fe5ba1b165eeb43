import { DIFFERENCE_TEXTS } from '#contract/fleet/difference-texts.ts';
import type { FuelDifferenceReason } from '#contract/fleet/vehicles.ts';
import { MAX_WORKBOOK_ROWS, type ListFormat } from '#contract/list-files.ts';
import { badRequest } from '../../../errors.ts';
import { tableFile, type FileColumn } from '../../../lib/tables/table-file.ts';
import type { FleetLitres, FleetLitresRow } from './fleet-litres.ts';
import { litres } from './present.ts';

const COLUMNS: readonly FileColumn<FleetLitresRow>[] = [
  { header: 'Месяц', of: ({ month }) => month },
  { header: 'Машина', of: ({ vehicle }) => vehicle.plate },
  { header: 'Марка', of: ({ vehicle }) => vehicle.brand || null },
  { header: 'Группа', of: ({ vehicle }) => vehicle.groupTitle },
  { header: 'Продано, л', kind: 'sum', of: ({ centilitres }) => centilitres / 100 },
  { header: 'По УПД, л', kind: 'sum', of: (row) => litres(row.documentedCentilitres) },
  { header: 'По норме, л', kind: 'sum', of: (row) => litres(row.burntCentilitres) },
  { header: 'Разница с УПД, л', kind: 'sum', of: (row) => getOver(row, row.documentedCentilitres) },
  { header: 'Причина разницы с УПД', of: (row) => explain(row, isOfDocuments) },
  { header: 'Разница с нормой, л', kind: 'sum', of: (row) => getOver(row, row.burntCentilitres) },
  { header: 'Причина разницы с нормой', of: (row) => explain(row, (reason) => !isOfDocuments(reason)) },
  { header: 'Пробег, км', kind: 'count', of: ({ km }) => km },
  { header: 'Норма, л/100 км', kind: 'sum', of: (row) => litres(row.normCentilitres) },
];

/** Writes every row as a file. Refuses (400) a workbook with more than `MAX_WORKBOOK_ROWS` rows. */
export function makeFleetLitresFile(format: ListFormat, { from, to, rows }: FleetLitres) {
  if (format === 'xlsx' && rows.length > MAX_WORKBOOK_ROWS)
    throw badRequest(`В книге помещается ${MAX_WORKBOOK_ROWS} строк: сузьте период или возьмите CSV`);
  const name = from === to ? `litres-${from}` : `litres-${from}-${to}`;
  return tableFile(format, { name, title: 'Литры по машинам', columns: COLUMNS, rows });
}

function isOfDocuments(reason: FuelDifferenceReason): boolean {
  return reason === 'documents-pending' || reason === 'other-month';
}

function explain(
  { differences }: FleetLitresRow,
  isWanted: (reason: FuelDifferenceReason) => boolean,
): string | null {
  const found = differences.find(({ reason }) => isWanted(reason));
  return found ? DIFFERENCE_TEXTS[found.reason] : null;
}

function getOver({ centilitres }: FleetLitresRow, other: number | null): number | null {
  return other === null ? null : (centilitres - other) / 100;
}
