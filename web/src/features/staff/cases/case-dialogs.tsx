import { answerObjection } from '#contract/papers/objections.ts';
import { listRequests } from '#contract/orders/staff-requests.ts';
import {
  acknowledge,
  closeOrphan,
  listUnsettled,
  settleChange,
  type AcknowledgeableKind,
  type SettleableKind,
} from '#contract/money/unsettled.ts';
import { defineReasonDialog } from '../../../staff/define-reason-dialog.tsx';
import type { ItemDialog } from '../../../ui/use-dialogs.tsx';
import type { DecidedAction } from './CaseColumns.tsx';
import { ACKNOWLEDGED, describeConsequences, withPlace, type UnsettledCase } from './case-kinds.ts';

/** Records that a person has read something that is settled elsewhere, and what was done about it. */
const AcknowledgeDialog = defineReasonDialog({
  title: 'Прочитано',
  submitLabel: 'Прочитано, убрать',
  label: 'Что сделано, останется в журнале',
  help: ({ kind }: UnsettledCase) => ACKNOWLEDGED[kind as AcknowledgeableKind].example,
  missing: 'Укажите, что сделано',
  name: 'Прочитано',
  call: acknowledge,
  input: ({ kind, id }, reason) => ({ params: { kind: kind as AcknowledgeableKind, id }, body: { reason } }),
  refresh: [listUnsettled],
  text: (unsettled) => (
    <>
      <p>{withPlace(unsettled)}. Деньги не двинутся, строка уйдёт из списка.</p>
      <p>{ACKNOWLEDGED[unsettled.kind as AcknowledgeableKind].after}</p>
    </>
  ),
});

/** Answers a client's objection, once, where the client reads it. */
const AnswerDialog = defineReasonDialog({
  title: 'Ответ на возражение',
  submitLabel: 'Отправить ответ',
  label: 'Ответ клиенту',
  help: 'Например: исправленный УПД опубликован; заправка была, чек приложен к письму',
  missing: 'Напишите ответ',
  name: 'Ответ на возражение',
  call: answerObjection,
  input: ({ id }: UnsettledCase, text) => ({ params: { id }, body: { text } }),
  refresh: [listUnsettled],
  text: ({ asked: requested, company }) => (
    <p>
      {requested}, {company?.title}. Клиент прочтёт ответ рядом с документом, строка уйдёт из списка. Изменить
      ответ нельзя.
    </p>
  ),
});

/** Records that an entry needs nothing more, and why. */
const CloseDialog = defineReasonDialog({
  title: 'Закрыть запись',
  submitLabel: 'Закрыть: не требуется',
  help: 'Например: карта чужого договора; письмо сети и его номер',
  name: 'Закрытие записи',
  call: closeOrphan,
  input: ({ kind, id }: UnsettledCase, reason) => ({
    params: { kind: kind === 'record' ? ('record' as const) : ('sale' as const), id },
    body: { reason },
  }),
  refresh: [listUnsettled],
  text: (unsettled) => (
    <>
      <p>{withPlace(unsettled)}. Деньги не двинутся: запись останется в базе с вашим именем и основанием.</p>
      <p>
        {unsettled.kind === 'record'
          ? 'Если сеть потом исправит эту запись, она всё же будет проведена.'
          : 'Продажа не будет проведена никогда, даже если её карта появится. Закрывайте, только если сеть её отменила или карта чужая.'}
      </p>
    </>
  ),
});

/** Describes what will happen, asks how the outcome is known, and records it once. */
const settleDialog = (executed: boolean) =>
  defineReasonDialog({
    title: executed ? 'Сеть исполнила' : 'Сеть не исполнила',
    submitLabel: executed ? 'Подтвердить исполнение' : 'Подтвердить неисполнение',
    help: 'Например: что видно в кабинете сети; письмо сети и его номер',
    name: 'Решение о запросе к сети',
    call: settleChange,
    input: ({ kind, id }: UnsettledCase, reason) => ({
      params: { kind: kind as SettleableKind, id },
      body: { executed, reason },
    }),
    refresh: [listUnsettled, listRequests],
    text: (unsettled) => {
      const [happens, warning] = describeConsequences(unsettled, executed);
      return (
        <>
          <p>
            {withPlace(unsettled)}. {happens}
          </p>
          <p>{warning}</p>
        </>
      );
    },
  });

export const CASE_DIALOGS: Record<DecidedAction, ItemDialog<UnsettledCase>> = {
  acknowledge: AcknowledgeDialog,
  answer: AnswerDialog,
  close: CloseDialog,
  executed: settleDialog(true),
  'not-executed': settleDialog(false),
};
