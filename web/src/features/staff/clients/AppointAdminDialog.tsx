import { listClientDeeds } from '#contract/companies/client-parts.ts';
import { readClientFile } from '#contract/companies/clients.ts';
import { normalizePhone, PHONE_MESSAGE } from '#contract/values/phone.ts';
import { appointAdmin, type PreviousAdmin } from '#contract/identity/recovery.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { PhoneField } from '../../../forms/PhoneField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import type { ClientFile } from './client-file.ts';

const PREVIOUS_ADMIN_LABELS: Record<PreviousAdmin, string> = {
  none: 'Потеряют доступ к компании',
  specialist: 'Станут специалистами, смогут только смотреть',
  admin: 'Останутся администраторами',
};

const EMPTY = { phone: '', formers: 'none' as PreviousAdmin, reason: '' };

/** Gives a company to the rightful claimant; another member of the staff confirms it. */
export function AppointAdminDialog({ item: client, onClose }: { item: ClientFile; onClose: () => void }) {
  const form = useForm({ values: EMPTY });
  const action = useStaffAction(appointAdmin, {
    name: 'Назначение администратора',
    refresh: [readClientFile, listClientDeeds],
  });
  const missing = !normalizePhone(form.values.phone)
    ? PHONE_MESSAGE
    : form.values.reason.trim()
      ? null
      : 'Укажите, почему этот человек может представлять компанию';
  return (
    <FormModal
      form={form}
      action={action}
      title="Назначить администратора"
      submitLabel="Предложить"
      disabledReason={missing}
      onSubmit={({ phone, formers, reason }) =>
        action.mutate(
          {
            params: { id: client.id },
            body: { phone: normalizePhone(phone) ?? phone, former_admins: formers, reason },
          },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <p>
        Человек с этим телефоном станет администратором: {client.title}. Он должен хотя бы раз войти на
        портал. Подтвердит другой сотрудник.
      </p>
      <PhoneField
        label="Телефон нового администратора"
        autoComplete="off"
        {...form.field('phone')}
        readOnly={action.isPending}
        autoFocus
      />
      <Select
        label="Прежние администраторы"
        {...form.field('formers')}
        disabled={action.isPending}
        options={(Object.keys(PREVIOUS_ADMIN_LABELS) as PreviousAdmin[]).map((value) => ({
          value,
          label: PREVIOUS_ADMIN_LABELS[value],
        }))}
      />
      <TextArea
        label="Основание, останется в журнале"
        help="Какой документ показал человек и кто его проверил"
        {...form.field('reason')}
        maxLength={500}
        readOnly={action.isPending}
      />
    </FormModal>
  );
}
