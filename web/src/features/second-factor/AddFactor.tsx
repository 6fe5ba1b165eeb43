import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { beginTotp, type FactorKind } from '#contract/second-factor.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import { AddTotp } from './AddTotp.tsx';
import { hasPasskeys } from './ask-browser.ts';
import styles from './SecondFactor.module.css';

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
