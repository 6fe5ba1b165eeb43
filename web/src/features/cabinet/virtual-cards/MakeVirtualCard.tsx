import { useNavigate } from 'react-router';
import { can } from '#contract/access.ts';
import { listCards } from '#contract/cards/cards.ts';
import { listDrivers } from '#contract/cards/drivers.ts';
import { listRuleSets } from '#contract/fleet/bulk-rules.ts';
import { listVehicles } from '#contract/fleet/vehicles.ts';
import { listOrders, listPartners } from '#contract/orders/orders.ts';
import { createVirtualCard } from '#contract/orders/virtual-cards.ts';
import { formatTruck } from '#contract/values/plate.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { driverName } from '../../../cards/describe-card.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { paths } from '../../../paths.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { showToast } from '../../../ui/layers/Toast.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';

const NONE = '';

/** Offers a virtual card at once where a network can issue one. */
export function MakeVirtualCard() {
  const partners = useRead(listPartners).data?.data ?? [];
  const mayOrder = can(useRole(), 'orderCards');
  const { show, dialog } = useDialogs();
  const able = partners.filter(({ virtual }) => virtual);
  if (!mayOrder || able.length === 0) return null;
  return (
    <Notice
      title="Нужна карта прямо сейчас?"
      action={
        <Button
          size="small"
          onClick={() => show((onClose) => <VirtualCardForm partners={able} onClose={onClose} />)}
        >
          Выпустить виртуальную
        </Button>
      }
    >
      Виртуальная карта готова за минуту: водитель заправляется по коду или QR.
      {dialog}
    </Notice>
  );
}

function VirtualCardForm({
  partners,
  onClose,
}: {
  partners: readonly { id: number; title: string }[];
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const sets = useRead(listRuleSets).data?.data ?? [];
  const vehicles = useRead(listVehicles).data?.data ?? [];
  const drivers = useRead(listDrivers).data?.data ?? [];
  const form = useForm({
    values: { partner: String(partners[0]?.id ?? ''), vehicle: NONE, driver: NONE, set: NONE, comment: '' },
    wire: { partner: 'partner_id', vehicle: 'vehicle_id', driver: 'driver_id', set: 'rules' },
  });
  const action = useEndpointAction(createVirtualCard, {
    refresh: [listCards, listOrders],
    left: { failed: 'Виртуальная карта не выпущена' },
  });
  return (
    <FormModal
      form={form}
      title="Виртуальная карта"
      submitLabel="Выпустить карту"
      action={action}
      onChange={action.reset}
      onClose={onClose}
      onSubmit={({ partner, vehicle, driver, set, comment }) => {
        const rules = sets.find(({ id }) => String(id) === set)?.rules;
        action.mutate(
          {
            body: {
              partner_id: Number(partner),
              ...(vehicle !== NONE && { vehicle_id: Number(vehicle) }),
              ...(driver !== NONE && { driver_id: Number(driver) }),
              ...(rules && { rules }),
              ...(comment.trim() !== '' && { comment }),
            },
          },
          {
            onSuccess: ({ data }) => {
              onClose();
              if (data.card) return void navigate(paths.card(data.card.id));
              showToast({
                tone: 'go',
                title: 'Сеть выпускает карту',
                message: 'Она появится в списке сама, обычно за минуту.',
              });
            },
          },
        );
      }}
    >
      <Select
        label="Сеть"
        options={partners.map(({ id, title }) => ({ value: String(id), label: title }))}
        {...form.field('partner')}
      />
      <Select
        label="Машина"
        options={[
          { value: NONE, label: 'Без машины' },
          ...vehicles.map((vehicle) => ({ value: String(vehicle.id), label: formatTruck(vehicle) })),
        ]}
        {...form.field('vehicle')}
      />
      <Select
        label="Водитель"
        options={[
          { value: NONE, label: 'Без водителя' },
          ...drivers.map((driver) => ({ value: String(driver.id), label: driverName(driver) })),
        ]}
        {...form.field('driver')}
      />
      <Select
        label="Правила"
        help="Топливо и лимиты. Набор сохраняют на странице «Правила»."
        options={[
          { value: NONE, label: 'Как у компании и группы' },
          ...sets.map(({ id, title }) => ({ value: String(id), label: title })),
        ]}
        {...form.field('set')}
      />
      <TextField label="Комментарий" {...form.field('comment')} maxLength={255} />
    </FormModal>
  );
}
