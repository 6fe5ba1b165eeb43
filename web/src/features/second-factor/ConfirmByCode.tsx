import { confirmByRecoveryCode, confirmByTotp, readFactors } from '#contract/second-factor.ts';
import { useCustomAction } from '../../actions/use-endpoint-action.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { useForm } from '../../forms/use-form.ts';
import { call } from '../../server/client.ts';
import { TextField } from '../../ui/TextField.tsx';

type Props = {
  way: 'totp' | 'recovery';
  label: string;
  help: string;
  /** Resolves when everything that follows is done. */
  onConfirmed: () => Promise<void>;
};

/** Confirms by what the person types: a one-time password, or a recovery code. */
export function ConfirmByCode({ way, label, help, onConfirmed }: Props) {
  const form = useForm({ values: { code: '' } });
  const { code } = form.values;
  const isTotp = way === 'totp';
  const confirm = useCustomAction<void, string>(
    isTotp ? confirmByTotp.name : confirmByRecoveryCode.name,
    async (typed) => {
      await call(isTotp ? confirmByTotp : confirmByRecoveryCode, { body: { code: typed } });
      await onConfirmed();
    },
    { refresh: [readFactors], answersFirst: true },
  );
  return (
    <FormShell
      form={form}
      onChange={() => confirm.error && confirm.reset()}
      onSubmit={() => confirm.mutate(code)}
      submitLabel="Подтвердить"
      action={confirm}
      disabledReason={code.trim() === '' ? 'Введите код' : null}
    >
      <TextField
        label={label}
        help={help}
        {...form.field('code')}
        readOnly={confirm.isPending}
        inputMode={isTotp ? 'numeric' : 'text'}
        autoComplete={isTotp ? 'one-time-code' : 'off'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={isTotp ? 10 : 40}
        autoFocus
      />
    </FormShell>
  );
}
