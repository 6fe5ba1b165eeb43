import { useState } from 'react';
import { endTariff, listTariffs, type TariffOnWire } from '#contract/tariffs.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { DayField } from '../../forms/DayField.tsx';
import { formatDate, moscowDay } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useStaffDeed } from '../../staff/use-staff-deed.ts';
import { Modal } from '../../ui/Modal.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import { changeWords, scopeWords } from './tariff-words.ts';

/** Puts a last day to a tariff, or takes back one that has not begun. */
export function EndTariffModal({ tariff, onClose }: { tariff: TariffOnWire; onClose: () => void }) {
  const planned = tariff.state === 'planned';
  const [lastDay, setLastDay] = useState(() => moscowDay(serverNow()));
  const [reason, setReason] = useState('');
  const deed = useStaffDeed(endTariff, { name: 'Завершение тарифа', refresh: [listTariffs] });
  const word = planned ? 'Отозвать' : 'Завершить';
  return (
    <Modal opened onClose={onClose} title={`${word} тариф`} busy={deed.isPending}>
      <FormShell
        submitLabel={word}
        loading={deed.isPending}
        error={deed.error}
        ownFields={['last_day']}
        disabledReason={reason.trim() ? null : 'Укажите причину'}
        onSubmit={() =>
          deed.mutate(
            { params: { id: tariff.id }, body: { reason, ...(!planned && { last_day: lastDay }) } },
            { onSuccess: onClose },
          )
        }
      >
        <p>
          {tariff.client?.title ?? 'Все клиенты'}; {scopeWords(tariff)}. {changeWords(tariff)} с{' '}
          {formatDate(tariff.first_day)}.
        </p>
        {!planned && (
          <DayField
            label="Последний день"
            help="Не раньше сегодняшнего: то, что продано, не меняется"
            value={lastDay}
            error={deed.error?.fields?.last_day?.[0]}
            onChange={setLastDay}
          />
        )}
        <TextArea label="Причина, останется в журнале" value={reason} onChange={setReason} autoFocus />
      </FormShell>
    </Modal>
  );
}
