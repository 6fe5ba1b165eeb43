import { endTariff, listTariffs, type TariffOnWire } from '#contract/programme/tariffs.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { DayField } from '../../../forms/days/DayField.tsx';
import { formatDate, moscowDay } from '../../../lib/format.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { formatChange, formatScope } from './format-tariff.ts';

/** Sets the last day of a tariff, or withdraws one that has not started. */
export function EndTariffModal({ tariff, onClose }: { tariff: TariffOnWire; onClose: () => void }) {
  const planned = tariff.state === 'planned';
  const form = useForm({ values: { lastDay: moscowDay(serverNow()), reason: '' } });
  const { lastDay, reason } = form.values;
  const action = useStaffAction(endTariff, { name: 'Завершение тарифа', refresh: [listTariffs] });
  const verb = planned ? 'Отозвать' : 'Завершить';
  return (
    <FormModal
      form={form}
      submitLabel={verb}
      action={action}
      disabledReason={reason.trim() ? null : 'Укажите причину'}
      onSubmit={() =>
        action.mutate(
          { params: { id: tariff.id }, body: { reason, ...(!planned && { last_day: lastDay }) } },
          { onSuccess: onClose },
        )
      }
      title={`${verb} тариф`}
      onClose={onClose}
    >
      <p>
        {tariff.client?.title ?? 'Все клиенты'}; {formatScope(tariff)}. {formatChange(tariff)} с{' '}
        {formatDate(tariff.first_day)}.
      </p>
      {!planned && (
        <DayField
          label="Последний день"
          help="Не раньше сегодняшнего: то, что продано, не меняется"
          {...form.field('lastDay')}
        />
      )}
      <TextArea label="Причина, останется в журнале" {...form.field('reason')} autoFocus />
    </FormModal>
  );
}
