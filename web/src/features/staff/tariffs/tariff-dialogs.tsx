import { endTariff, listTariffs, type TariffOnWire } from '#contract/programme/tariffs.ts';
import { formatDate } from '../../../lib/format.ts';
import { defineReasonDialog } from '../../../staff/define-reason-dialog.tsx';
import { formatChange, formatScope } from '../../../staff/format-tariff.ts';

/** Sets the last day of a tariff, or withdraws one that has not started. */
export const EndTariffDialog = defineReasonDialog({
  title: (tariff: TariffOnWire) => `${getVerb(tariff)} тариф`,
  submitLabel: getVerb,
  text: (tariff) => (
    <p>
      {tariff.client?.title ?? 'Все клиенты'}; {formatScope(tariff)}. {formatChange(tariff)} с{' '}
      {formatDate(tariff.first_day)}.
    </p>
  ),
  day: (tariff) =>
    isPlanned(tariff)
      ? null
      : {
          label: 'Последний день',
          help: 'Не раньше сегодняшнего: то, что продано, не меняется',
          wire: 'last_day',
        },
  label: 'Причина, останется в журнале',
  missing: 'Укажите причину',
  name: 'Завершение тарифа',
  call: endTariff,
  input: (tariff, reason, day) => ({
    params: { id: tariff.id },
    body: { reason, ...(!isPlanned(tariff) && { last_day: day }) },
  }),
  refresh: [listTariffs],
});

function isPlanned({ state }: TariffOnWire): boolean {
  return state === 'planned';
}

function getVerb(tariff: TariffOnWire): string {
  return isPlanned(tariff) ? 'Отозвать' : 'Завершить';
}
