import { useState } from 'react';
import { readMaintenance } from '#contract/auth.ts';
import { listPartners } from '#contract/orders.ts';
import { announceMaintenance } from '#contract/staff.ts';
import { listStaffMaintenance } from '#contract/staff-programme.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { MomentField } from '../../forms/MomentField.tsx';
import { momentProblem, moscowMoment } from '../../forms/type-moment.ts';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import { useRead } from '../../state/use-call.ts';
import { Modal } from '../../ui/Modal.tsx';
import { ReadFailed } from '../../ui/ReadFailed.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextArea } from '../../ui/TextField.tsx';

/** Works of everything or of one network, with their first and last minute. */
export function AnnounceWorksModal({ onClose }: { onClose: () => void }) {
  const partners = useRead(listPartners);
  const [partner, setPartner] = useState('0');
  const [message, setMessage] = useState('');
  const [start, setStart] = useState('');
  const [end, setEnd] = useState('');
  const action = useStaffAction(announceMaintenance, {
    name: 'Объявление работ',
    refresh: [listStaffMaintenance, readMaintenance],
  });
  const getError = (field: string) => action.error?.fields[field]?.join(' ') ?? null;
  const missing =
    (!start && 'Укажите первую минуту') ||
    momentProblem(start) ||
    (!end && 'Укажите последнюю минуту') ||
    momentProblem(end) ||
    (!message.trim() && 'Напишите, что увидят клиенты') ||
    null;
  return (
    <Modal opened onClose={onClose} title="Объявить работы" busy={action.isPending}>
      <FormShell
        submitLabel="Объявить"
        loading={action.isPending}
        error={action.error}
        ownFields={['partner', 'message', 'start', 'end']}
        disabledReason={missing}
        onSubmit={() =>
          action.mutate(
            { body: { partner, message, start: moscowMoment(start), end: moscowMoment(end) } },
            { onSuccess: onClose },
          )
        }
      >
        <p>
          Клиенты увидят объявление сразу. В назначенное время закроется{' '}
          {partner === '0' ? 'весь портал' : 'всё, что требует ответа этой сети'}. Новое объявление для того
          же места заменит прежнее.
        </p>
        <ReadFailed what="Сети не загрузились." reads={[partners]} />
        <Select
          label="Где"
          options={[
            { value: '0', label: 'Весь портал' },
            ...(partners.data?.data ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
          value={partner}
          onChange={setPartner}
          error={getError('partner')}
        />
        <MomentField
          label="Первая минута, время московское"
          value={start}
          onChange={setStart}
          error={getError('start')}
        />
        <MomentField
          label="Последняя минута, время московское"
          value={end}
          onChange={setEnd}
          error={getError('end')}
        />
        <TextArea
          label="Что увидят клиенты"
          value={message}
          onChange={setMessage}
          maxLength={1000}
          error={getError('message')}
        />
      </FormShell>
    </Modal>
  );
}
