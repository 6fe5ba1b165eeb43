import { useState } from 'react';
import { listClientDeeds } from '#contract/client-parts.ts';
import { readClientFile } from '#contract/clients.ts';
import { PHONE_MESSAGE } from '#contract/phone.ts';
import { appointAdmin, type PreviousAdmin } from '#contract/recovery.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { PhoneField } from '../../forms/PhoneField.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import { Modal } from '../../ui/Modal.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import type { ClientFile } from './client-file.ts';

const BECOME: Record<PreviousAdmin, string> = {
  none: 'Потеряют доступ к компании',
  specialist: 'Станут специалистами, смогут только смотреть',
  admin: 'Останутся администраторами',
};

const UNTOLD = { phoneText: '', phone: null as string | null, formers: 'none' as PreviousAdmin, reason: '' };

/** Gives a company to an honest claimant; another member of the staff confirms it. */
export function AppointAdminModal({ client, onClose }: { client: ClientFile; onClose: () => void }) {
  const [draft, setDraft] = useState(UNTOLD);
  const { phoneText, phone, formers, reason } = draft;
  const action = useStaffAction(appointAdmin, {
    name: 'Назначение администратора',
    refresh: [readClientFile, listClientDeeds],
  });
  const change = (next: Partial<typeof UNTOLD>) => setDraft({ ...draft, ...next });
  const missing = !phone
    ? PHONE_MESSAGE
    : reason.trim()
      ? null
      : 'Укажите, почему этот человек может представлять компанию';
  return (
    <Modal opened onClose={onClose} title="Назначить администратора" busy={action.isPending}>
      <FormShell
        submitLabel="Предложить"
        loading={action.isPending}
        error={action.error}
        ownFields={['phone']}
        disabledReason={missing}
        onSubmit={() =>
          action.mutate(
            {
              params: { id: client.id },
              body: { phone: phone ?? phoneText, former_admins: formers, reason },
            },
            { onSuccess: onClose },
          )
        }
      >
        <p>
          Человек с этим телефоном станет администратором: {client.title}. Он должен хотя бы раз войти на
          портал. Подтвердит другой сотрудник.
        </p>
        <PhoneField
          label="Телефон нового администратора"
          autoComplete="off"
          value={phoneText}
          readOnly={action.isPending}
          onChange={(text, read) => change({ phoneText: text, phone: read })}
          error={action.error?.fields?.phone?.[0] ?? null}
          autoFocus
        />
        <Select
          label="Прежние администраторы"
          value={formers}
          disabled={action.isPending}
          onChange={(value) => change({ formers: value as PreviousAdmin })}
          options={Object.entries(BECOME).map(([value, label]) => ({ value, label }))}
        />
        <TextArea
          label="Основание, останется в журнале"
          help="Какой документ показал человек и кто его проверил"
          value={reason}
          maxLength={500}
          readOnly={action.isPending}
          onChange={(text) => change({ reason: text })}
        />
      </FormShell>
    </Modal>
  );
}
