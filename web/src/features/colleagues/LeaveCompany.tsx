import { useState } from 'react';
import { leaveCompany } from '#contract/invitations.ts';
import { useDeed } from '../../deeds/use-deed.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmModal } from '../../ui/Modal.tsx';

/** «Покинуть компанию»: at the person's own wish; the last admin is told why he can't. */
export function LeaveCompany({ title, onLeft }: { title: string; onLeft: () => Promise<void> }) {
  const [asked, setAsked] = useState(false);
  const deed = useDeed(leaveCompany, { left: { failed: `Вы остались сотрудником: ${title}` } });
  function close() {
    setAsked(false);
    deed.reset();
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
        pending={deed.isPending}
        error={deed.error?.message ?? null}
        onConfirm={() => deed.mutate({}, { onSuccess: () => void onLeft() })}
      >
        <p>{title}: кабинет компании закроется для вас. Вернуться можно по приглашению её администратора.</p>
      </ConfirmModal>
    </>
  );
}
