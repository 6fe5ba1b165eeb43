import type { FastifyRequest } from 'fastify';
import { FILE_MIME, type ListFormat } from '#contract/list-files.ts';

const FORMATS: Readonly<Record<string, ListFormat | null>> = {
  [FILE_MIME.csv]: 'csv',
  [FILE_MIME.xlsx]: 'xlsx',
  'application/json': null,
  '*/*': null,
  'application/*': null,
};

/**
 * The file that a list is asked for by `Accept`, or null for the answer of the screens. The greatest weight counts (RFC 9110, 12.4.2),
 * and of equal ones the first.
 */
export function requestedFormat({ headers }: Pick<FastifyRequest, 'headers'>): ListFormat | null {
  let best: { weight: number; format: ListFormat | null } = { weight: 0, format: null };
  for (const range of (headers.accept ?? '').split(',')) {
    const [mime = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const format = FORMATS[mime];
    if (format === undefined) continue;
    const weight = getWeight(parameters);
    if (weight > best.weight) best = { weight, format };
  }
  return best.format;
}

/** An unreadable weight is none: it asks for nothing less than the others. */
function getWeight(parameters: readonly string[]): number {
  const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
  return weight >= 0 && weight <= 1 ? weight : 1;
}
