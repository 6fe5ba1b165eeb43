import { IconPlus } from '@tabler/icons-react';
import { can } from '#contract/access.ts';
import { attachDriver } from '#contract/cards/cards.ts';
import { useRole } from '../../server/session.ts';
import { AddDriver } from '../../features/cabinet/drivers/AddDriver.tsx';
import { CardDrivers } from '../../features/cabinet/drivers/CardDrivers.tsx';
import { CardHeading } from '../../cards/CardHeading.tsx';
import { CardMissing } from '../../cards/CardMissing.tsx';
import { CompanyDrivers } from '../../features/cabinet/drivers/CompanyDrivers.tsx';
import { useMoveCard } from '../../features/cabinet/drivers/use-move-card.ts';
import { useCardAction } from '../../cards/use-card-action.ts';
import { useChosenCard } from '../../cards/use-chosen-card.ts';
import type { Card, Driver } from '../../cards/describe-card.ts';
import { useMedia } from '../../lib/use-media.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/layers/Modal.tsx';
import { LoadError } from '../../ui/states/LoadError.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useDialogs } from '../../ui/use-dialogs.tsx';
import styles from './DriversPage.module.css';

/** /cabinet/drivers: the company's drivers, or with `?card=` those of one card (spec section 2). */
export default function DriversPage() {
  const { cardId, card, read } = useChosenCard('card');
  if (cardId === null) return <CompanyDriversSection />;
  if (!card) {
    return (
      <CardMissing error={read.error} reloading={read.isFetching} onReload={() => void read.refetch()} />
    );
  }
  return <CardDriversSection key={card.id} card={card} />;
}

function CompanyDriversSection() {
  const mayChange = can(useRole(), 'changeCard');
  const narrow = useMedia('(max-width: 899px)');
  const { show, dialog } = useDialogs();
  if (narrow && mayChange)
    return (
      <Stack gap="2">
        <Button
          wide
          icon={<IconPlus aria-hidden="true" stroke={1.75} />}
          onClick={() => show((onClose) => <AddDriverModal onClose={onClose} />)}
        >
          Новый водитель
        </Button>
        <CompanyDrivers />
        {dialog}
      </Stack>
    );
  return (
    <div className={styles.columns}>
      <CompanyDrivers />
      {mayChange ? (
        <Panel title="Новый водитель">
          <AddDriver onAdded={() => {}} />
        </Panel>
      ) : (
        <Notice>Водителей добавляет менеджер или администратор компании.</Notice>
      )}
    </div>
  );
}

/** Holds the form on a phone, where the list comes first. */
function AddDriverModal({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Новый водитель">
      <AddDriver onAdded={onClose} />
    </Modal>
  );
}

function CardDriversSection({ card }: { card: Card }) {
  const mayChange = can(useRole(), 'changeCard');
  const attach = useCardAction(attachDriver);
  const move = useMoveCard();
  // A virtual card is nothing but its link, so a new driver gets it at once.
  const add = ({ id: driverId, phone }: Driver) =>
    card.is_virtual && phone
      ? move.mutate({
          params: { id: card.id },
          body: { driver_ids: [...card.drivers.map(({ id }) => id), driverId], link_to: [driverId] },
        })
      : attach.mutate({ params: { id: card.id, driverId } });
  return (
    <Stack gap="3">
      <CardHeading card={card} />
      <div className={styles.columns}>
        <Stack gap="3">
          <CardDrivers card={card} />
        </Stack>
        {mayChange && (
          <Panel title="Новый водитель">
            <AddDriver onAdded={add} />
            {move.data?.data.links.map(({ driver_id: id, url, sent }) => (
              <Notice key={id} tone={sent ? 'go' : 'warn'}>
                {sent ? 'Ссылка на карту ушла водителю в СМС.' : `СМС не ушло. Отправьте ссылку сами: ${url}`}
              </Notice>
            ))}
            {move.isError && (
              <LoadError
                message={`Водитель добавлен в компанию, но не получил карту. ${move.error.message}`}
                onReload={() => move.variables && move.mutate(move.variables)}
              />
            )}
            {attach.isError && (
              <LoadError
                message={`Водитель добавлен в компанию, но не прикреплён к карте. ${attach.error.message}`}
                onReload={() => attach.variables && attach.mutate(attach.variables)}
              />
            )}
          </Panel>
        )}
      </div>
    </Stack>
  );
}
