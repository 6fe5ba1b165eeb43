import { useState } from 'react';
import type { EndpointData } from '#contract/endpoint.ts';
import { readFactors } from '#contract/second-factor.ts';
import { useRead } from '../../state/use-call.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { TextSkeleton } from '../../ui/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { ConfirmFactor } from './ConfirmFactor.tsx';
import { EnrolFirst } from './EnrolFirst.tsx';

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
 * Shows the step that was needed at first to its end. After a factor is connected nothing more is needed, but its codes
 * are still shown.
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
