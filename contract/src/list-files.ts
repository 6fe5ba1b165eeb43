/** File types of a list where `Accept` requests a file (docs/calls.md 25). */
export const FILE_MIME = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export type ListFormat = keyof typeof FILE_MIME;

/** A workbook is made in memory: of more rows than this a CSV is asked for, which is streamed. */
export const MAX_WORKBOOK_ROWS = 20_000;
