import { z } from 'zod';

const WEIGHTS_10 = [2, 4, 10, 3, 5, 9, 4, 6, 8];
const WEIGHTS_11 = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8];
const WEIGHTS_12 = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];

/** The field takes as many digits as a sole trader's INN has (spec section 5, both readings). */
export const INN_MAX_LENGTH = 12;

export const INN_MESSAGES = {
  length: 'ИНН состоит из 10 или 12 цифр',
  control: 'Проверьте ИНН: контрольные цифры не сходятся',
  unknown: 'нет компании с таким ИНН',
};

/** Returns true when the INN is long enough to look up: 10 to 12 digits (spec section 9). */
export function isInnLongEnough(inn: string): boolean {
  return /^\d{10,12}$/.test(inn);
}

/**
 * Returns null when the INN of a legal entity (10 digits) or a person (12) is right, otherwise the Russian sentence.
 */
export function innProblem(inn: string): string | null {
  if (!/^(\d{10}|\d{12})$/.test(inn)) return INN_MESSAGES.length;
  if (/^0+$/.test(inn)) return INN_MESSAGES.control;
  const digits = [...inn].map(Number);
  const holds =
    digits.length === 10
      ? controlDigit(digits, WEIGHTS_10) === digits[9]
      : controlDigit(digits, WEIGHTS_11) === digits[10] && controlDigit(digits, WEIGHTS_12) === digits[11];
  return holds ? null : INN_MESSAGES.control;
}

function controlDigit(digits: number[], weights: number[]): number {
  return (weights.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0) % 11) % 10;
}

/** An INN in a request. Its control digits are checked here, before the registry is asked (docs/calls.md 3). */
export const innField = z
  .union([z.string(), z.number()], { error: INN_MESSAGES.length })
  .transform((value) => String(value).trim())
  .superRefine((inn, context) => {
    const message = innProblem(inn);
    if (message) context.addIssue({ code: 'custom', message });
  });
