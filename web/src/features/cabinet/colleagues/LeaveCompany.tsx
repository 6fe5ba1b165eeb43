import { useState } from 'react';
import { leaveCompany } from '#contract/identity/invitations.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmModal } from '../../../ui/layers/Modal.tsx';

/** «Покинуть компанию»: at the user's own wish. The last admin gets the reason why this is impossible. */
export function LeaveCompany({ title, onLeft }: { title: string; onLeft: () => Promise<void> }) {
  const [asked, setAsked] = useState(false);
  const action = useEndpointAction(leaveCompany, { left: { failed: `Вы остались сотрудником: ${title}` } });
  function close() {
    setAsked(false);
    action.reset();
  }
  return (
    <>
      <Button onClick={() => setAsked(true)}>Покинуть компанию</Button>
      <ConfirmModal
        opened={asked}
        onClose={close}
        title="Покинуть компанию?"
        confirmLabel="Покинуть"
        danger
        pending={action.isPending}
        error={action.error?.message ?? null}
        onConfirm={() => action.mutate({}, { onSuccess: () => void onLeft() })}
      >
        <p>{title}: кабинет компании закроется для вас. Вернуться можно по приглашению её администратора.</p>
      </ConfirmModal>
    </>
  );
}
