import { readMaintenance } from '#contract/identity/auth.ts';
import { listPartners } from '#contract/orders/orders.ts';
import { announceMaintenance } from '#contract/backoffice/staff.ts';
import { listStaffMaintenance } from '#contract/programme/staff-programme.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { MomentField } from '../../../forms/days/MomentField.tsx';
import { momentProblem, moscowMoment } from '../../../forms/days/type-moment.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';

/** Works of everything or of one network, with their first and last minute. */
export function AnnounceWorksDialog({ onClose }: { onClose: () => void }) {
  const partners = useRead(listPartners);
  const form = useForm({ values: { partner: '0', message: '', start: '', end: '' } });
  const { partner, message, start, end } = form.values;
  const action = useStaffAction(announceMaintenance, {
    name: 'Объявление работ',
    refresh: [listStaffMaintenance, readMaintenance],
  });
  const missing =
    (!start && 'Укажите первую минуту') ||
    momentProblem(start) ||
    (!end && 'Укажите последнюю минуту') ||
    momentProblem(end) ||
    (!message.trim() && 'Напишите, что увидят клиенты') ||
    null;
  return (
    <FormModal
      form={form}
      submitLabel="Объявить"
      action={action}
      disabledReason={missing}
      onSubmit={() =>
        action.mutate(
          { body: { partner, message, start: moscowMoment(start), end: moscowMoment(end) } },
          { onSuccess: onClose },
        )
      }
      title="Объявить работы"
      onClose={onClose}
    >
      <p>
        Клиенты увидят объявление сразу. В назначенное время закроется{' '}
        {partner === '0' ? 'весь портал' : 'всё, что требует ответа этой сети'}. Новое объявление для того же
        места заменит прежнее.
      </p>
      <ReadFailed what="Сети не загрузились." reads={[partners]} />
      <Select
        label="Где"
        options={[
          { value: '0', label: 'Весь портал' },
          ...(partners.data?.data ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
        ]}
        {...form.field('partner')}
      />
      <MomentField label="Первая минута, МСК" {...form.field('start')} />
      <MomentField label="Последняя минута, МСК" {...form.field('end')} />
      <TextArea label="Что увидят клиенты" {...form.field('message')} maxLength={1000} />
    </FormModal>
  );
}
