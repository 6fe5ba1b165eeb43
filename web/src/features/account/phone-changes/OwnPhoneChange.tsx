import { cancelPhoneChange, readOwnPhoneChange } from '#contract/identity/phone-changes.ts';
import { defineConfirmDialog } from '../../../actions/define-confirm-dialog.tsx';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';

const CancelDialog = defineConfirmDialog<null, typeof cancelPhoneChange>({
  title: 'Отменить заявку на другой телефон?',
  confirmLabel: 'Отменить заявку',
  danger: false,
  text: () => (
    <p>Входить по-прежнему можно будет только по этому телефону. Если заявка не ваша, позвоните нам.</p>
  ),
  call: cancelPhoneChange,
  input: () => ({}),
  refresh: [readOwnPhoneChange],
});

/**
 * Shows that a change of this user's phone was requested because it is lost. A user who still has the phone stops the
 * change here.
 */
export function OwnPhoneChange() {
  const pending = useRead(readOwnPhoneChange).data?.data.pending;
  const { open, dialog } = useDialogs();
  if (!pending) return null;
  return (
    <>
      <Notice
        tone="error"
        title="Нам сообщили, что вы потеряли телефон"
        action={
          <Button size="small" onClick={() => open(CancelDialog, null)}>
            Это не я, отменить
          </Button>
        }
      >
        Для входа просят указать номер {pending.new_phone}.{' '}
        {pending.effective_at && (
          <>
            Он начнёт работать <DateText value={pending.effective_at} style="datetime" />.
          </>
        )}
      </Notice>
      {dialog}
    </>
  );
}
