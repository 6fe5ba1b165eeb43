import { INN_MESSAGES } from '#contract/values/inn.ts';
import type { CallFailed } from '../../../server/client.ts';

export type CompanyProblem = {
  message: string;
  /** The message is followed by «Укажите его в» and a link to the company's settings (spec section 5). */
  pointsToSettings: boolean;
};

const UNKNOWN_COMPANY = 'Организации с таким ИНН не найдено';

/** Why the company was not found, in the words of spec section 5: the server's own, except for one message. */
export function companyProblem(failure: CallFailed): CompanyProblem {
  const input = failure.fields.inn?.[0] ?? failure.message;
  return input.toLowerCase().includes(INN_MESSAGES.unknown.toLowerCase())
    ? { message: UNKNOWN_COMPANY, pointsToSettings: false }
    : { message: input, pointsToSettings: true };
}
