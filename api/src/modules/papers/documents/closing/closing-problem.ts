import type { Kopecks } from '#contract/kopecks.ts';
import { FileStoreUnavailable } from '../../../../gateways/file-storage/file-store.ts';
import { formatMoment, formatRubles } from '../../../../lib/money-format.ts';

/** An operation and the ledger's movement for it are not the same money. */
export class SaleDiffers extends Error {
  readonly sale: { id: number; sum: Kopecks; booked: Kopecks };

  constructor(sale: { id: number; sum: Kopecks; booked: Kopecks }) {
    super(`operation ${sale.id} is ${sale.sum}, the ledger moved ${sale.booked}`);
    this.sale = sale;
  }
}

/**
 * Describes for staff why the documents of a month could not be made. Causes without a text here are found in the log
 * by the time.
 */
export function closingProblem(error: unknown, now: Date): string {
  if (error instanceof SaleDiffers) {
    const { id, sum, booked } = error.sale;
    return `Операция № ${id} на ${formatRubles(sum)}, а по учёту на ${formatRubles(booked)}`;
  }
  if (error instanceof FileStoreUnavailable) return 'Хранилище файлов не отвечает или отказывает';
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  const known = DISK_PROBLEMS[code ?? ''];
  return known ?? `Внутренняя ошибка, в журнале сервера она записана ${formatMoment(now)}`;
}

const DISK_PROBLEMS: Record<string, string> = {
  ENOSPC: 'На диске сервера нет места для файлов',
  EDQUOT: 'На диске сервера нет места для файлов',
  EACCES: 'Серверу нельзя писать в папку файлов',
  EPERM: 'Серверу нельзя писать в папку файлов',
  EROFS: 'Серверу нельзя писать в папку файлов',
};
