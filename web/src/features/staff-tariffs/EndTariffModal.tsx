import { useState } from 'react';
import { endTariff, listTariffs, type TariffOnWire } from '#contract/tariffs.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { DayField } from '../../forms/DayField.tsx';
import { formatDate, moscowDay } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import { Modal } from '../../ui/Modal.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import { formatChange, formatScope } from './format-tariff.ts';

/** Sets the last day of a tariff, or withdraws one that has not started. */
export function EndTariffModal({ tariff, onClose }: { tariff: TariffOnWire; onClose: () => void }) {
  const planned = tariff.state === 'planned';
  const [lastDay, setLastDay] = useState(() => moscowDay(serverNow()));
  const [reason, setReason] = useState('');
  const action = useStaffAction(endTariff, { name: 'Завершение тарифа', refresh: [listTariffs] });
  const verb = planned ? 'Отозвать' : 'Завершить';
  return (
    <Modal opened onClose={onClose} title={`${verb} тариф`} busy={action.isPending}>
      <FormShell
        submitLabel={verb}
        loading={action.isPending}
        error={action.error}
        ownFields={['last_day']}
        disabledReason={reason.trim() ? null : 'Укажите причину'}
        onSubmit={() =>
          action.mutate(
            { params: { id: tariff.id }, body: { reason, ...(!planned && { last_day: lastDay }) } },
            { onSuccess: onClose },
          )
        }
      >
        <p>
          {tariff.client?.title ?? 'Все клиенты'}; {formatScope(tariff)}. {formatChange(tariff)} с{' '}
          {formatDate(tariff.first_day)}.
        </p>
        {!planned && (
          <DayField
            label="Последний день"
            help="Не раньше сегодняшнего: то, что продано, не меняется"
            value={lastDay}
            error={action.error?.fields?.last_day?.[0]}
            onChange={setLastDay}
          />
        )}
        <TextArea label="Причина, останется в журнале" value={reason} onChange={setReason} autoFocus />
      </FormShell>
    </Modal>
  );
}
