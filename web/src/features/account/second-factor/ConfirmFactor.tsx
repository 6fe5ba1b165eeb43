import { useState } from 'react';
import type { EndpointData } from '#contract/endpoint.ts';
import {
  readFactors,
  TOTP_DIGITS,
  confirmByRecoveryCode,
  confirmByTotp,
} from '#contract/identity/second-factor.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { hasPasskeys, usePasskey as answerByPasskey } from './ask-browser.ts';
import { KIND_TITLE } from './factor-titles.ts';
import { useCustomAction } from '../../../actions/use-endpoint-action.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { call } from '../../../server/client.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';

type FactorWay = EndpointData<typeof readFactors>['ways'][number];
type Props = { ways: readonly FactorWay[]; onConfirmed: () => Promise<void> };

/** Confirms the session by one of the ways that the person has. */
export function ConfirmFactor({ ways: known, onConfirmed }: Props) {
  const ways = known.filter((way) => way !== 'passkey' || hasPasskeys());
  const [chosen, setChosen] = useState<FactorWay | null>(null);
  const way = chosen ?? ways[0];
  if (way === undefined) {
    return (
      <Notice tone="error" title="Подтвердить вход здесь нечем">
        Откройте портал в браузере, где есть ваш ключ доступа, или обратитесь в поддержку.
      </Notice>
    );
  }
  return (
    <Stack gap="3">
      {ways.length > 1 && (
        <Segmented
          label="Чем подтвердить"
          options={ways.map((value) => ({ value, label: SHORT[value] }))}
          value={way}
          onChange={setChosen}
        />
      )}
      {way === 'passkey' && <ConfirmByPasskey onConfirmed={onConfirmed} />}
      {way === 'totp' && (
        <ConfirmByCode
          key="totp"
          way="totp"
          label="Код из приложения"
          help={`${TOTP_DIGITS} цифр, которые приложение показывает сейчас`}
          onConfirmed={onConfirmed}
        />
      )}
      {way === 'recovery' && (
        <ConfirmByCode
          key="recovery"
          way="recovery"
          label={KIND_TITLE.recovery}
          help="Один из десяти кодов, что вы сохранили. Каждый действует один раз"
          onConfirmed={onConfirmed}
        />
      )}
    </Stack>
  );
}

const SHORT: Record<FactorWay, string> = {
  passkey: 'Ключ',
  totp: 'Приложение',
  recovery: 'Код восстановления',
};

/** Needs one click. The rest is a dialogue of the browser. */
function ConfirmByPasskey({ onConfirmed }: { onConfirmed: () => Promise<void> }) {
  const confirm = useCustomAction<void, void>(
    'confirmByPasskey',
    async () => {
      await answerByPasskey();
      await onConfirmed();
    },
    { refresh: [readFactors], answersFirst: true },
  );
  return (
    <FormShell onSubmit={() => confirm.mutate()} submitLabel="Подтвердить ключом доступа" action={confirm}>
      <p>Браузер попросит отпечаток, лицо, код устройства или электронный ключ.</p>
    </FormShell>
  );
}

type ConfirmByCodeProps = {
  way: 'totp' | 'recovery';
  label: string;
  help: string;
  /** Resolves when everything that follows is done. */
  onConfirmed: () => Promise<void>;
};

/** Confirms by what the person types: a one-time password, or a recovery code. */
function ConfirmByCode({ way, label, help, onConfirmed }: ConfirmByCodeProps) {
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
