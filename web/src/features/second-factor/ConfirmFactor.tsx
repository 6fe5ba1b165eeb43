import { useState } from 'react';
import type { EndpointData } from '#contract/endpoint.ts';
import { readFactors, TOTP_DIGITS } from '#contract/second-factor.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { hasPasskeys } from './ask-browser.ts';
import { ConfirmByCode } from './ConfirmByCode.tsx';
import { ConfirmByPasskey } from './ConfirmByPasskey.tsx';
import { KIND_TITLE } from './factor-titles.ts';

type Way = EndpointData<typeof readFactors>['ways'][number];
type Props = { ways: readonly Way[]; onConfirmed: () => Promise<void> };

/** Confirms the session by one of the ways that the person has. */
export function ConfirmFactor({ ways: known, onConfirmed }: Props) {
  const ways = known.filter((way) => way !== 'passkey' || hasPasskeys());
  const [chosen, setChosen] = useState<Way | null>(null);
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

const SHORT: Record<Way, string> = { passkey: 'Ключ', totp: 'Приложение', recovery: 'Код восстановления' };
