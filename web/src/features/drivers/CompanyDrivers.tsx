import { useState } from 'react';
import { can } from '#contract/access.ts';
import { listCards, readCard } from '#contract/cards.ts';
import { listDrivers, removeDriver } from '#contract/drivers.ts';
import { useRole } from '../../server/session.ts';
import { useDeed } from '../../deeds/use-deed.ts';
import { useRead } from '../../state/use-call.ts';
import { fullDriverName, type Driver } from '../../cards/describe-card.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { ConfirmModal } from '../../ui/Modal.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ListSkeleton } from '../../ui/Skeleton.tsx';
import { ToldModal } from '../../ui/ToldModal.tsx';
import { READ_ONLY } from '../../cards/card-state.ts';
import { DriverList } from './DriverList.tsx';

export function CompanyDrivers() {
  const drivers = useRead(listDrivers);
  const [removed, setRemoved] = useState<Driver | null>(null);
  const mayChange = can(useRole(), 'changeCard');
  return (
    <Panel title="Водители компании" variant="flush">
      {drivers.isPending && <ListSkeleton count={4} label="Загружаются водители" />}
      {drivers.isError && !drivers.data && (
        <LoadError onReload={() => void drivers.refetch()} reloading={drivers.isFetching} />
      )}
      {drivers.data?.data.length === 0 && (
        <EmptyState title="Здесь будут водители компании">
          Добавьте водителя, и его можно будет прикрепить к картам.
        </EmptyState>
      )}
      {drivers.data && (
        <DriverList
          drivers={drivers.data.data}
          removeLabel="Удалить водителя"
          disabledReason={mayChange ? null : READ_ONLY}
          onRemove={setRemoved}
        />
      )}
      <RemoveDriverModal
        driver={removed}
        isGone={drivers.data?.data.every((one) => one.id !== removed?.id) ?? false}
        onClose={() => setRemoved(null)}
      />
    </Panel>
  );
}

type RemoveProps = {
  driver: Driver | null;
  /** A colleague has removed the driver, or this very dialogue has and its answer was lost. */
  isGone: boolean;
  onClose: () => void;
};

function RemoveDriverModal({ driver, isGone, onClose }: RemoveProps) {
  const deed = useDeed(removeDriver, {
    refresh: [listDrivers, listCards, readCard],
    left: { failed: `Водитель не удалён: ${driver ? fullDriverName(driver) : ''}` },
  });
  function close() {
    deed.reset();
    onClose();
  }
  if (driver && isGone && !deed.isPending) {
    return (
      <ToldModal onClose={close} title="Водитель удалён">
        <p>{fullDriverName(driver)} больше не значится в компании и ни на одной карте.</p>
      </ToldModal>
    );
  }
  return (
    <ConfirmModal
      opened={driver !== null}
      onClose={close}
      title="Удалить водителя?"
      confirmLabel="Удалить"
      danger
      pending={deed.isPending}
      error={deed.error?.message ?? null}
      onConfirm={() => driver && deed.mutate({ params: { id: driver.id } }, { onSuccess: close })}
    >
      {driver && <p>{fullDriverName(driver)} будет снят со всех карт и исчезнет из списка компании.</p>}
    </ConfirmModal>
  );
}
