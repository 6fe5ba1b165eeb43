import {
  listDunningRules,
  pauseDunning,
  readClientDunning,
  resumeDunning,
  switchDunningRuleOff,
  switchDunningRuleOn,
  type DunningRuleOnWire,
} from '#contract/backoffice/dunning.ts';
import { defineReasonDialog } from '../../../staff/define-reason-dialog.tsx';
import { formatTarget } from './format-rule.ts';

type ClientItem = { id: number; title: string };

/** Switches a rule on, which two people decide, or off, which stops it at once. */
export const SwitchRuleDialog = defineReasonDialog({
  title: ({ active }: DunningRuleOnWire) => (active ? 'Выключить правило' : 'Включить правило'),
  submitLabel: ({ active }) => (active ? 'Выключить' : 'Включить'),
  name: ({ active }) => (active ? 'Выключение правила' : 'Включение правила'),
  call: ({ active }) => (active ? switchDunningRuleOff : switchDunningRuleOn),
  input: ({ id }, reason) => ({ params: { id }, body: { reason } }),
  refresh: [listDunningRules],
  text: (rule) => (
    <p>
      {formatTarget(rule)}.{' '}
      {rule.active
        ? 'Правило больше ничего не сделает. Карты, которые оно остановило, включатся после оплаты, как и обещано клиентам.'
        : 'Шаги будут выполняться сами, каждое утро. Включение подтверждает второй сотрудник: он увидит, кого правило коснётся сегодня.'}
    </p>
  ),
});

/** Leaves a client alone until a day. */
export const PauseDialog = defineReasonDialog({
  title: 'Приостановить взыскание',
  submitLabel: 'Приостановить',
  name: 'Взыскание приостановлено',
  call: pauseDunning,
  day: { label: 'По какой день', help: 'На следующий день шаги продолжатся', wire: 'last_day' },
  input: ({ id }: ClientItem, reason, day) => ({ params: { id }, body: { last_day: day, reason } }),
  refresh: [readClientDunning],
  text: ({ title }) => (
    <p>
      {title}: напоминаний, остановки карт и претензий до этого дня не будет. Пени по договору идут дальше.
    </p>
  ),
});

export const ResumeDialog = defineReasonDialog({
  title: 'Возобновить взыскание',
  submitLabel: 'Возобновить',
  name: 'Взыскание возобновлено',
  call: resumeDunning,
  input: ({ id }: ClientItem, reason) => ({ params: { id }, body: { reason } }),
  refresh: [readClientDunning],
  text: ({ title }) => <p>{title}: шаги продолжатся следующим утром.</p>,
});
