import { useState } from 'react';
import type { EndpointData } from '#contract/endpoint.ts';
import { readFactors, type FactorKind } from '#contract/identity/second-factor.ts';
import { useRead } from '../../../state/use-call.ts';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack, Row } from '../../../ui/Stack.tsx';
import { ConfirmFactor } from './ConfirmFactor.tsx';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { AddFactor } from './AddFactor.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** Resolves when the session is open. */
type Props = { onConfirmed: () => Promise<void> };

/** The step of the sign-in after the code: shows the second factor, or connects the first one where there must be one. */
export function FactorStep({ onConfirmed }: Props) {
  // An answer that another session has read before is not shown.
  const read = useRead(readFactors);
  if (read.data === undefined || !read.isFetchedAfterMount) {
    return read.error && !read.isFetching ? (
      <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />
    ) : (
      <TextSkeleton count={3} label="Загружается второй фактор" />
    );
  }
  return <Step first={read.data.data} onConfirmed={onConfirmed} />;
}

/**
 * Shows the step that was needed first, to its end. After a factor is connected no step is needed, but its codes are
 * still shown.
 */
function Step({ first, onConfirmed }: Props & { first: EndpointData<typeof readFactors> }) {
  const [{ asks, ways, can_add: canAdd }] = useState(first);
  if (asks === 'enrol') return <EnrolFirst canAdd={canAdd} onDone={onConfirmed} />;
  return (
    <Stack gap="3">
      <p>Код из СМС верный. Теперь подтвердите, что это вы.</p>
      <ConfirmFactor ways={ways} onConfirmed={onConfirmed} />
    </Stack>
  );
}

type EnrolFirstProps = { canAdd: readonly FactorKind[]; onDone: () => Promise<void> };

/** Connects the first factor for a user who can't continue without one, shows the recovery codes, then continues. */
function EnrolFirst({ canAdd, onDone }: EnrolFirstProps) {
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
