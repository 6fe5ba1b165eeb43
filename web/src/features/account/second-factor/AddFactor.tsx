import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import {
  beginTotp,
  type FactorKind,
  addPasskey,
  FACTOR_TITLE_MAX,
  readFactors,
  addTotp,
} from '#contract/identity/second-factor.ts';
import { useEndpointAction, useCustomAction } from '../../../actions/use-endpoint-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { hasPasskeys, createPasskey } from './ask-browser.ts';
import styles from './SecondFactor.module.css';
import type { EndpointData } from '#contract/endpoint.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import type { CallAnswer } from '../../../server/client.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { QrCode } from '../../../ui/QrCode.tsx';

type Props = {
  canAdd: readonly FactorKind[];
  /** Called with the recovery codes of the first factor, or null when there were factors before. */
  onAdded: (codes: readonly string[] | null) => void;
};

/** Asks for the kind of factor, then shows its own steps. */
export function AddFactor({ canAdd, onAdded }: Props) {
  const [kind, setKind] = useState<FactorKind | null>(null);
  const begin = useEndpointAction(beginTotp);
  const back = () => setKind(null);

  if (kind === 'passkey') return <AddPasskey onAdded={onAdded} onBack={back} />;
  if (kind === 'totp' && begin.data)
    return <AddTotp offered={begin.data.data} onAdded={onAdded} onBack={back} />;
  return (
    <Stack>
      <div className={styles.kinds}>
        {canAdd.includes('passkey') && hasPasskeys() && (
          <Stack gap="1">
            <Button
              icon={<IconFingerprint aria-hidden="true" stroke={1.75} />}
              onClick={() => setKind('passkey')}
            >
              Подключить ключ доступа
            </Button>
            <p className="type-small ink-2">
              Отпечаток, лицо, код устройства или USB-ключ. Его нельзя выманить на чужом сайте.
            </p>
          </Stack>
        )}
        {canAdd.includes('totp') && (
          <Stack gap="1">
            <Button
              icon={<IconDeviceMobile aria-hidden="true" stroke={1.75} />}
              pending={begin.isPending}
              onClick={() => begin.mutate({}, { onSuccess: () => setKind('totp') })}
            >
              Подключить приложение
            </Button>
            <p className="type-small ink-2">
              Яндекс Ключ, Google Authenticator или другое: новый код каждые 30 секунд, связь не нужна.
            </p>
          </Stack>
        )}
      </div>
      {begin.error && <Notice tone="error">{begin.error.message}</Notice>}
    </Stack>
  );
}

type AddPasskeyProps = {
  onAdded: (codes: EndpointData<typeof addPasskey>['recovery_codes']) => void;
  onBack: () => void;
};

/** A name for the key, then the browser's own dialogue. */
function AddPasskey({ onAdded, onBack }: AddPasskeyProps) {
  const form = useForm({ values: { title: 'Ключ доступа' } });
  const { title } = form.values;
  const add = useCustomAction<CallAnswer<typeof addPasskey>, { title: string }>(
    addPasskey.name,
    createPasskey,
    {
      refresh: [readFactors],
      answersFirst: true,
      left: { failed: 'Ключ доступа не подключён' },
    },
  );
  return (
    <FormShell
      form={form}
      onSubmit={() =>
        add.mutate({ title: title.trim() }, { onSuccess: ({ data }) => onAdded(data.recovery_codes) })
      }
      submitLabel="Создать ключ доступа"
      action={add}
      secondary={
        <Button variant="quiet" onClick={onBack}>
          Назад
        </Button>
      }
    >
      <TextField
        label="Название ключа"
        help="Чтобы узнать его в списке: «Ноутбук», «Рабочий USB-ключ»"
        {...form.field('title')}
        maxLength={FACTOR_TITLE_MAX}
        readOnly={add.isPending}
        autoFocus
      />
    </FormShell>
  );
}

type AddTotpProps = {
  offered: EndpointData<typeof beginTotp>;
  onAdded: (codes: EndpointData<typeof addTotp>['recovery_codes']) => void;
  onBack: () => void;
};

/** The authenticator application reads the QR code, or the person types the secret; its first code connects it. */
function AddTotp({ offered, onAdded, onBack }: AddTotpProps) {
  const form = useForm({ values: { code: '' } });
  const { code } = form.values;
  const add = useEndpointAction(addTotp, {
    refresh: [readFactors],
    answersFirst: true,
    left: { failed: 'Приложение с кодами не подключено' },
  });
  return (
    <div className={styles.totp}>
      <QrCode
        qr={offered.qr}
        label="QR-код для приложения с кодами"
        caption="Наведите камеру в приложении с кодами"
      />
      <FormShell
        form={form}
        onChange={() => add.error && add.reset()}
        onSubmit={() =>
          add.mutate({ body: { code } }, { onSuccess: ({ data }) => onAdded(data.recovery_codes) })
        }
        submitLabel="Подключить"
        action={add}
        disabledReason={code.trim() === '' ? 'Введите код, который показало приложение' : null}
        secondary={
          <Button variant="quiet" onClick={onBack}>
            Назад
          </Button>
        }
      >
        <p>
          Не получается навести камеру? Введите в приложении этот ключ:{' '}
          <code className={styles.secret}>{offered.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
        <TextField
          label="Код из приложения"
          {...form.field('code')}
          readOnly={add.isPending}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          autoFocus
        />
      </FormShell>
    </div>
  );
}
