import { useState } from 'react';
import type { FactorKind } from '#contract/second-factor.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { AddFactor } from './AddFactor.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type Props = { canAdd: readonly FactorKind[]; onDone: () => Promise<void> };

/** Connects the first factor for a user who can't continue without one, shows the recovery codes, then continues. */
export function EnrolFirst({ canAdd, onDone }: Props) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const goOn = useAction({ mutationFn: onDone });
  if (codes === null) {
    return (
      <Stack gap="3">
        <p>
          Для работы нужен второй фактор: тогда один украденный телефон ничего не откроет. Подключите его
          сейчас, это займёт минуту.
        </p>
        <AddFactor canAdd={canAdd} onAdded={(made) => setCodes(made ?? [])} />
      </Stack>
    );
  }
  return (
    <Stack gap="3">
      <RecoveryCodes codes={codes} />
      {goOn.error && <Notice tone="error">{goOn.error.message}</Notice>}
      <Row>
        <Button variant="primary" pending={goOn.isPending} onClick={() => goOn.mutate()}>
          Коды сохранены, войти
        </Button>
      </Row>
    </Stack>
  );
}
