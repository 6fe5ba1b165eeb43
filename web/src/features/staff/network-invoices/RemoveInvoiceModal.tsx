import { useNavigate } from 'react-router';
import {
  listNetworkInvoices,
  removeNetworkInvoice,
  type NetworkInvoice,
} from '#contract/fuel/network-invoices.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { paths } from '../../../paths.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { TextArea } from '../../../ui/fields/TextField.tsx';

/** Removes an invoice that was loaded by mistake, and leads back to the others. */
export function RemoveInvoiceModal({ item, onClose }: { item: NetworkInvoice; onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm({ values: { note: '' } });
  const action = useStaffAction(removeNetworkInvoice, {
    name: 'Удаление счёта сети',
    refresh: [listNetworkInvoices],
  });
  return (
    <FormModal
      form={form}
      action={action}
      title="Удалить счёт"
      submitLabel="Удалить счёт"
      disabledReason={form.values.note.trim() ? null : 'Укажите причину'}
      onSubmit={({ note }) =>
        action.mutate(
          { params: { id: item.id }, body: { note } },
          { onSuccess: () => void navigate(paths.staffNetworkInvoices) },
        )
      }
      onClose={onClose}
    >
      <p>
        Счёт №&nbsp;{item.number} сети {item.partner.title} исчезнет вместе со строками и решениями по ним.
        Загрузить его можно снова.
      </p>
      <TextArea
        label="Почему удаляете, останется в журнале"
        maxLength={500}
        {...form.field('note')}
        autoFocus
      />
    </FormModal>
  );
}
