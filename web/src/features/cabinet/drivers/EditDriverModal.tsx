import { useState } from 'react';
import { listCards, readCard } from '#contract/cards/cards.ts';
import { listDriverLinks } from '#contract/fleet/driver-links.ts';
import { listDrivers, updateDriver } from '#contract/cards/drivers.ts';
import { fullDriverName, type Driver } from '../../../cards/describe-card.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { InfoModal } from '../../../ui/layers/InfoModal.tsx';
import { DriverForm } from './DriverForm.tsx';

type Props = { driver: Driver; onClose: () => void };

/** Corrects a driver's name and phone, and explains what happens to the links that went to the old phone. */
export function EditDriverModal({ driver, onClose }: Props) {
  const [revoked, setRevoked] = useState(0);
  const update = useEndpointAction(updateDriver, {
    refresh: [listDrivers, listCards, readCard, listDriverLinks],
    left: { failed: `Водитель не исправлен: ${fullDriverName(driver)}` },
  });
  if (revoked > 0) {
    return (
      <InfoModal title="Водитель исправлен" onClose={onClose}>
        <p>
          Ссылки на карты, отправленные на прежний номер, закрыты: {revoked}. Новую можно отправить на
          странице карты.
        </p>
      </InfoModal>
    );
  }
  return (
    <Modal opened onClose={onClose} title="Исправить водителя">
      <DriverForm
        driver={driver}
        submitLabel="Сохранить"
        loading={update.isPending}
        error={update.error}
        note={(phone) =>
          driver.phone !== null &&
          phone !== driver.phone && (
            <Notice>Ссылки на карты, отправленные на прежний номер, перестанут работать.</Notice>
          )
        }
        onChange={() => update.reset()}
        onSubmit={(body) =>
          update.mutate(
            { params: { id: driver.id }, body },
            {
              onSuccess: ({ data }) => (data.links_revoked > 0 ? setRevoked(data.links_revoked) : onClose()),
            },
          )
        }
      />
    </Modal>
  );
}
