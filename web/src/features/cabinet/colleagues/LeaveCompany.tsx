import { leaveCompany } from '#contract/identity/invitations.ts';
import { defineConfirmDialog } from '../../../actions/define-confirm-dialog.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';

type Leaving = { title: string; onLeft: () => Promise<void> };

const LeaveDialog = defineConfirmDialog({
  title: 'Покинуть компанию?',
  confirmLabel: 'Покинуть',
  text: ({ title }: Leaving) => (
    <p>{title}: кабинет компании закроется для вас. Вернуться можно по приглашению её администратора.</p>
  ),
  call: leaveCompany,
  input: () => ({}),
  refresh: [],
  failed: ({ title }) => `Вы остались сотрудником: ${title}`,
  onDone: ({ onLeft }) => void onLeft(),
});

/** «Покинуть компанию»: at the user's own wish. The last admin gets the reason why this is impossible. */
export function LeaveCompany(leaving: Leaving) {
  const { open, dialog } = useDialogs();
  return (
    <>
      <Button onClick={() => open(LeaveDialog, leaving)}>Покинуть компанию</Button>
      {dialog}
    </>
  );
}
