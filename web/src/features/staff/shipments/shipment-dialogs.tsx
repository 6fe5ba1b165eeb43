import { deliverShipments, listShipments, sendShipments } from '#contract/orders/shipments.ts';
import { counted } from '#contract/values/counted.ts';
import { DayField } from '../../../forms/days/DayField.tsx';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useToday } from '../../../lib/use-today.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';

type Props = { ids: number[]; onClose: () => void; onDone: () => void };

const ORDERS = ['заявка', 'заявки', 'заявок'] as const;

/** Marks the cards of orders as sent: one carrier, one day, and where they go together one number. */
export function SendDialog({ ids, onClose, onDone }: Props) {
  const form = useForm({ values: { carrier: '', tracking: '', sent: useToday() } });
  const { carrier, tracking, sent } = form.values;
  const action = useStaffAction(sendShipments, { name: 'Отправка карт', refresh: [listShipments] });
  return (
    <FormModal
      form={form}
      action={action}
      title="Карты отправлены"
      submitLabel="Отметить отправку"
      disabledReason={carrier.trim() ? null : 'Укажите, чем отправлено'}
      onSubmit={() => action.mutate({ body: { ids, carrier, tracking, sent } }, { onSuccess: finish })}
      onClose={onClose}
    >
      <p>{counted(ids.length, ORDERS)}. Каждый клиент получит уведомление с номером отправления.</p>
      <TextField
        label="Чем отправлено"
        placeholder="СДЭК, Почта России, курьер"
        maxLength={100}
        readOnly={action.isPending}
        {...form.field('carrier')}
        autoFocus
      />
      <TextField
        label="Номер отправления"
        help="Можно не заполнять"
        maxLength={100}
        readOnly={action.isPending}
        {...form.field('tracking')}
      />
      <DayField label="День отправки" {...form.field('sent')} />
    </FormModal>
  );

  function finish() {
    onDone();
    onClose();
  }
}

/** Marks the cards of orders as delivered by their carrier. */
export function DeliverDialog({ ids, onClose, onDone }: Props) {
  const form = useForm({ values: { delivered: useToday() } });
  const { delivered } = form.values;
  const action = useStaffAction(deliverShipments, { name: 'Доставка карт', refresh: [listShipments] });
  return (
    <FormModal
      form={form}
      action={action}
      title="Карты доставлены"
      submitLabel="Отметить доставку"
      onSubmit={() => action.mutate({ body: { ids, delivered } }, { onSuccess: finish })}
      onClose={onClose}
    >
      <p>{counted(ids.length, ORDERS)}.</p>
      <DayField label="День доставки" {...form.field('delivered')} />
    </FormModal>
  );

  function finish() {
    onDone();
    onClose();
  }
}
