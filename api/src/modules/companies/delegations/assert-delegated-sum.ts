import type { Kopecks } from '#contract/kopecks.ts';
import { notAllowed } from '../../../errors.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import type { Session } from '../../../http/session.ts';

/** Refuses (403) a person of an accounting firm a movement or an order above the sum that the company keeps for itself. */
export function assertDelegatedSum({ company }: Session, sum: Kopecks): void {
  const maxSum = company?.delegation?.maxSum ?? null;
  if (maxSum === null || sum <= maxSum) return;
  throw notAllowed(
    `Компания разрешила бухгалтерии суммы не больше ${formatRubles(maxSum)}. Обратитесь к администратору компании`,
  );
}
