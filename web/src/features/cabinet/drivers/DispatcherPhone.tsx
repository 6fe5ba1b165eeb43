import { IconPencil } from '@tabler/icons-react';
import { readDispatcherPhone, setDispatcherPhone } from '#contract/fleet/driver-links.ts';
import { normalizeDriverPhone, PHONE_MESSAGE } from '#contract/values/phone.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { formatPhone } from '../../../cards/describe-card.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { PhoneField } from '../../../forms/PhoneField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useRead } from '../../../state/use-call.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import styles from './DriverList.module.css';

/** The number that drivers ring from their pages: one for the whole company. */
export function DispatcherPhone({ problem }: { problem: string | null }) {
  const read = useRead(readDispatcherPhone);
  const { show, dialog } = useDialogs();
  if (!read.data) return null;
  const { phone } = read.data.data;
  return (
    <>
      <span>Телефон диспетчера</span>
      <span className={styles.phone}>
        {phone === null ? 'не указан: водителю некому позвонить' : formatPhone(phone)}
      </span>
      <IconButton
        label="Изменить телефон диспетчера"
        icon={<IconPencil aria-hidden="true" stroke={1.75} />}
        disabled={problem !== null}
        disabledReason={problem ?? ''}
        onClick={() => show((onClose) => <PhoneModal phone={phone} onClose={onClose} />)}
      />
      {dialog}
    </>
  );
}

function PhoneModal({ phone, onClose }: { phone: string | null; onClose: () => void }) {
  const form = useForm({
    values: () => ({ phone: phone === null ? '' : formatPhone(phone).replaceAll('\u00a0', ' ') }),
    check: (input) => ({
      phone: input.phone !== '' && normalizeDriverPhone(input.phone) === null ? PHONE_MESSAGE : null,
    }),
  });
  const action = useEndpointAction(setDispatcherPhone, {
    refresh: [readDispatcherPhone],
    left: { failed: 'Телефон диспетчера не сохранён' },
  });
  return (
    <FormModal
      form={form}
      title="Телефон диспетчера"
      submitLabel="Сохранить"
      action={action}
      onChange={action.reset}
      onClose={onClose}
      onSubmit={(input) => {
        const typed = normalizeDriverPhone(input.phone);
        action.mutate({ body: typed === null ? {} : { phone: typed } }, { onSuccess: onClose });
      }}
    >
      <p className="type-small ink-2">
        По этому номеру водители звонят со страниц своих карт. Он один на всю компанию.
      </p>
      <PhoneField optional foreign autoComplete="off" readOnly={action.isPending} {...form.field('phone')} />
    </FormModal>
  );
}
