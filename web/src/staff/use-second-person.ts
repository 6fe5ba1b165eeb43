import { listApprovals } from '#contract/identity/approvals.ts';
import { formatMoney } from '../lib/format.ts';
import { useRead } from '../state/use-call.ts';

/** Returns the sentence that a second member confirms a movement of this sum; null where the member moves it alone. */
export function useSecondPerson(sum: number): string | null {
  const read = useRead(listApprovals, { query: { state: 'waiting', about: 'payment' } });
  const left = read.data?.meta.left_today;
  if (left === undefined || sum <= left) return null;
  return `Сегодня вы можете провести один ещё ${formatMoney(left)}. Этот платёж подтвердит второй сотрудник.`;
}
