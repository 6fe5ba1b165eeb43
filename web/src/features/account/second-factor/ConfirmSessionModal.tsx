import { readFactors } from '#contract/identity/second-factor.ts';
import { recordFactorAsked } from '../../../server/session.ts';
import { queryClient, useRead } from '../../../state/use-call.ts';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { ConfirmFactor } from './ConfirmFactor.tsx';

/**
 * Opens over a page when the last confirmation is too old for the clicked action, or the first factor was added
 * elsewhere.
 */
export default function ConfirmSessionModal() {
  const read = useRead(readFactors);
  const close = () => recordFactorAsked(null);

  async function confirmed() {
    close();
    await queryClient.invalidateQueries();
  }

  return (
    <Modal opened onClose={close} title="Подтвердите, что это вы">
      <Stack gap="3">
        <p>Всё, что вы ввели на странице, останется на месте. Потом повторите нажатие.</p>
        {read.data ? (
          <ConfirmFactor ways={read.data.data.ways} onConfirmed={confirmed} />
        ) : read.error ? (
          <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />
        ) : (
          <TextSkeleton count={2} label="Загружается второй фактор" />
        )}
      </Stack>
    </Modal>
  );
}
