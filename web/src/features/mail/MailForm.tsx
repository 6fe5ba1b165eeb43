import { useState } from 'react';
import { EMAIL_MAX_LENGTH, emailProblem } from '#contract/email.ts';
import { REQUIRED } from '#contract/fields.ts';
import { changeMail, readMail } from '#contract/emails.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';

type Props = {
  before: string | null;
  onDone: () => void;
  /** Null where there is no previous address to return to. */
  onCancel: (() => void) | null;
};

/** Enters another address: an email with a link goes there at once. */
export function MailForm({ before, onDone, onCancel }: Props) {
  const [email, setEmail] = useState(before ?? '');
  const [tried, setTried] = useState(false);
  const change = useEndpointAction(changeMail, {
    refresh: [readMail],
    left: { failed: 'Почта не изменена' },
  });
  const problem = email.trim() === '' ? REQUIRED : emailProblem(email);
  const submit = () => {
    setTried(true);
    if (!problem) change.mutate({ body: { email: email.trim() } }, { onSuccess: onDone });
  };
  return (
    <FormShell
      onSubmit={submit}
      submitLabel="Сохранить"
      loading={change.isPending}
      error={change.error}
      ownFields={['email']}
      secondary={
        onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Не менять
          </Button>
        )
      }
    >
      <TextField
        label="Электронная почта"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={EMAIL_MAX_LENGTH}
        help="Мы отправим на этот адрес письмо со ссылкой для подтверждения"
        value={email}
        readOnly={change.isPending}
        onChange={(next) => {
          setEmail(next);
          if (change.error) change.reset();
        }}
        error={(tried && problem) || change.error?.fields.email?.[0] || null}
        autoFocus={onCancel !== null}
      />
    </FormShell>
  );
}
