import { useState } from 'react';
import { listDrivers } from '#contract/cards/drivers.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import type { setCardDrivers } from '#contract/fleet/driver-links.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import { cardTitle, fullDriverName, type Card, type Driver } from '../../../cards/describe-card.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { DialogFoot } from '../../../ui/layers/DialogFoot.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useMoveCard, type MoveCardAction } from './use-move-card.ts';

type Moved = EndpointData<typeof setCardDrivers>;

/** Moves a card to a driver, who alone has it then. */
export function MoveCardModal({ card, onClose }: { card: Card; onClose: () => void }) {
  const drivers = useRead(listDrivers).data?.data ?? [];
  const [moved, setMoved] = useState<Moved | null>(null);
  const action = useMoveCard();
  const form = useForm({ values: { driver: '' }, wire: { driver: 'driver_ids' } });
  const to = drivers.find(({ id }) => String(id) === form.values.driver);
  if (moved && to) return <MovedModal moved={moved} driver={to} action={action} onClose={onClose} />;
  const free = drivers.filter(({ id }) => !(card.drivers.length === 1 && card.drivers[0]?.id === id));
  return (
    <FormModal
      form={form}
      title={`Передать карту ${shortNumber(card.card_number)}`}
      submitLabel="Передать карту"
      action={action}
      disabledReason={to ? null : 'Выберите водителя'}
      onChange={action.reset}
      onClose={onClose}
      onSubmit={() =>
        to &&
        action.mutate(
          {
            params: { id: card.id },
            body: { driver_ids: [to.id], link_to: to.phone ? [to.id] : [] },
          },
          { onSuccess: ({ data }) => setMoved(data) },
        )
      }
    >
      <Select
        label="Водитель"
        placeholder="Выберите водителя"
        options={free.map((item) => ({ value: String(item.id), label: fullDriverName(item) }))}
        {...form.field('driver')}
      />
      <p className="ink-2 type-small">
        Прежний водитель сразу потеряет карту, ссылку на неё и полученный код.{' '}
        {to && !to.phone
          ? `${fullDriverName(to)}: телефон не указан, ссылка не уйдёт.`
          : 'Новый получит ссылку в СМС.'}
      </p>
    </FormModal>
  );
}

function MovedModal({
  moved: { card, links, before },
  driver,
  action,
  onClose,
}: {
  moved: Moved;
  driver: Driver;
  action: MoveCardAction;
  onClose: () => void;
}) {
  const [link] = links;
  return (
    <Modal opened onClose={onClose} title="Карта передана" busy={action.isPending}>
      <Stack>
        <p>
          {cardTitle(card)}: {fullDriverName(driver)}.
        </p>
        {link && <p>{link.sent ? 'Ссылка на карту ушла в СМС.' : 'СМС не ушло. Отправьте ссылку сами:'}</p>}
        {link && !link.sent && <p>{link.url}</p>}
        {action.error && <Notice tone="error">{action.error.message}</Notice>}
        <DialogFoot>
          <Button
            pending={action.isPending}
            onClick={() => action.mutate({ params: { id: card.id }, body: before }, { onSuccess: onClose })}
          >
            Вернуть как было
          </Button>
          <Button variant="primary" onClick={onClose} data-autofocus>
            Готово
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
