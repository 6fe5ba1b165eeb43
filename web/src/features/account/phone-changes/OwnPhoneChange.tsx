import { useState } from 'react';
import { cancelPhoneChange, readOwnPhoneChange } from '#contract/identity/phone-changes.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { ConfirmModal } from '../../../ui/layers/Modal.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

/**
 * Shows that a change of this user's phone was requested because it is lost. A user who still has the phone stops the
 * change here.
 */
export function OwnPhoneChange() {
  const pending = useRead(readOwnPhoneChange).data?.data.pending;
  const [asking, setAsking] = useState(false);
  const action = useEndpointAction(cancelPhoneChange, { refresh: [readOwnPhoneChange] });
  if (!pending) return null;
  return (
    <>
      <Notice
        tone="error"
        title="Ваш телефон назван потерянным"
        action={
          <Button size="small" onClick={() => setAsking(true)}>
            Это не я, отменить
          </Button>
        }
      >
        Вместо него просят номер {pending.new_phone}.{' '}
        {pending.effective_at && (
          <>
            Он начнёт работать <DateText value={pending.effective_at} style="datetime" />.
          </>
        )}
      </Notice>
      <ConfirmModal
        opened={asking}
        onClose={() => setAsking(false)}
        title="Отменить заявку на другой телефон?"
        confirmLabel="Отменить заявку"
        pending={action.isPending}
        error={action.error?.message ?? null}
        onConfirm={() => action.mutate({}, { onSuccess: () => setAsking(false) })}
      >
        <p>Входить по-прежнему можно будет только по этому телефону. Если заявка не ваша, позвоните нам.</p>
      </ConfirmModal>
    </>
  );
}
