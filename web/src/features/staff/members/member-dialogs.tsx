import type { z } from 'zod';
import { listMembers, type member } from '#contract/identity/members.ts';
import { removeFactors } from '#contract/identity/recovery.ts';
import { defineReasonDialog } from '../../../staff/define-reason-dialog.tsx';
import { nameOfPerson } from '../../../staff/name-of-person.ts';

export type Member = z.infer<typeof member>;

/** Frees a member who has lost the second factor; another owner confirms it. */
export const RemoveFactorsDialog = defineReasonDialog({
  title: (member: Member) => `Снять второй фактор: ${nameOfPerson(member)}`,
  submitLabel: 'Предложить',
  label: 'Как проверено, что это он',
  missing: 'Укажите, как проверено',
  name: 'Снятие второго фактора',
  call: removeFactors,
  input: ({ id }, reason) => ({ params: { id }, body: { reason } }),
  refresh: [listMembers],
  text: () => (
    <p>
      Подтвердит другой владелец. Все сеансы завершатся, а при следующем входе сотрудник подключит второй
      фактор заново.
    </p>
  ),
});
