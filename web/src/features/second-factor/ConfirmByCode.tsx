import { useState } from 'react';
import { confirmByRecoveryCode, confirmByTotp, readFactors } from '#contract/second-factor.ts';
import { useCustomAction } from '../../actions/use-endpoint-action.ts';
import { FormShell } from '../../forms/FormShell.tsx';
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
  const [code, setCode] = useState('');
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
      onSubmit={() => confirm.mutate(code)}
      submitLabel="Подтвердить"
      loading={confirm.isPending}
      error={confirm.error}
      ownFields={['code']}
      disabledReason={code.trim() === '' ? 'Введите код' : null}
    >
      <TextField
        label={label}
        help={help}
        value={code}
        readOnly={confirm.isPending}
        onChange={(typed) => {
          setCode(typed);
          if (confirm.error) confirm.reset();
        }}
        error={confirm.error?.fields.code?.[0] ?? null}
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
