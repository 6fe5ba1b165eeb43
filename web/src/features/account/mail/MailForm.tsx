import { EMAIL_MAX_LENGTH, emailProblem } from '#contract/values/email.ts';
import { REQUIRED } from '#contract/fields.ts';
import { changeMail, readMail } from '#contract/messaging/emails.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';

type Props = {
  before: string | null;
  onDone: () => void;
  /** Null where there is no previous address to return to. */
  onCancel: (() => void) | null;
};

/** Enters another address: an email with a link goes there at once. */
export function MailForm({ before, onDone, onCancel }: Props) {
  const form = useForm({
    values: { email: before ?? '' },
    check: ({ email }) => ({ email: email.trim() === '' ? REQUIRED : emailProblem(email) }),
  });
  const change = useEndpointAction(changeMail, {
    refresh: [readMail],
    left: { failed: 'Почта не изменена' },
  });
  return (
    <FormShell
      form={form}
      onChange={() => change.error && change.reset()}
      onSubmit={({ email }) => change.mutate({ body: { email: email.trim() } }, { onSuccess: onDone })}
      submitLabel="Сохранить"
      action={change}
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
        {...form.field('email')}
        readOnly={change.isPending}
        autoFocus={onCancel !== null}
      />
    </FormShell>
  );
}
