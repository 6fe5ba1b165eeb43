import { useState } from 'react';
import { can } from '#contract/access.ts';
import { OPERATION_TYPE } from '#contract/ids.ts';
import type { Operation } from '#contract/fuel/operations.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import { listSignals, OPEN_STATES } from '#contract/fleet/signals.ts';
import { formatDate, formatMoney } from '../../../lib/format.ts';
import { telHref } from '../../../lib/tel-href.ts';
import { useToday } from '../../../lib/use-today.ts';
import { paths } from '../../../paths.ts';
import { useRole } from '../../../server/session.ts';
import { readDraft, storeDraft } from '../../../state/objection-draft.ts';
import { useRead } from '../../../state/use-call.ts';
import { useOperator } from '../../../state/use-operator.ts';
import { Button, buttonClass, ButtonLink } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { DisputeWay } from './DisputeWay.tsx';
import { nameOperation } from './operation-text.ts';
import { useMonthDocuments, type MonthDocument } from './use-month-documents.ts';
import styles from './OperationSheet.module.css';

/** Leads from an operation that does not match to the people who can answer for it. */
export function DisputeButton({ operation }: { operation: Operation }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>Не сходится</Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Что не сходится">
        <p className="ink-2">{nameOperation(operation)}</p>
        {operation.purchase && <SignalWay operation={operation} />}
        {operation.type.id === OPERATION_TYPE.purchase && <DisputeWay operationId={operation.id} />}
        {operation.purchase && <DocumentWay operation={operation} />}
        <SupportWay operation={operation} />
      </Modal>
    </>
  );
}

/** The driver is to be asked: the company decides about its own filling. */
function SignalWay({ operation }: { operation: Operation }) {
  const signals = useRead(listSignals, { query: { operationId: operation.id } }).data?.data ?? [];
  const open = signals.filter(({ state }) => OPEN_STATES.includes(state));
  if (open.length === 0) return null;
  return (
    <section className={styles.way}>
      <h3>Заправка под подозрением</h3>
      <p>{open.map(({ rule, evidence }) => `${rule.title}: ${evidence}`).join(' ')}</p>
      <div>
        <ButtonLink size="small" to={paths.signalsOfCard(operation.card.id)}>
          Разобрать
        </ButtonLink>
      </div>
    </section>
  );
}

/** The network is to be asked: by an objection to the document that the sale stands in. */
function DocumentWay({ operation }: { operation: Operation }) {
  const { month, documents } = useMonthDocuments(operation);
  const role = useRole();
  const mayObject = can(role, 'confirmDocument');
  const mayDispute = operation.type.id === OPERATION_TYPE.purchase && can(role, 'changeCard');
  const today = useToday();
  if (documents === null) return null;
  const open = documents.find((document) => isObjectable(document, today));
  const document = open ?? documents[0];
  return (
    <section className={styles.way}>
      <h3>Возражение по документу за месяц</h3>
      <p>{describeDocument(document, month, { isOpen: open !== undefined, mayObject, mayDispute })}</p>
      {document && (
        <div>
          <ButtonLink
            size="small"
            to={paths.document({ id: document.id, month })}
            onClick={() => open && mayObject && addToDraft(document.id, operation)}
          >
            {open && mayObject ? 'Возразить по документу' : 'Открыть документ'}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

function isObjectable(document: MonthDocument, today: string): boolean {
  const { received, objection, object_until: until } = document;
  return received === null && objection === null && (until === null || until >= today);
}

function describeDocument(
  document: MonthDocument | undefined,
  month: string,
  { isOpen, mayObject, mayDispute }: { isOpen: boolean; mayObject: boolean; mayDispute: boolean },
): string {
  const instead = mayDispute ? 'оспорьте покупку выше' : 'напишите в поддержку';
  if (!document)
    return `Документы за ${formatDate(month, 'month')} будут после закрытия месяца, тогда можно возразить и по ним. До этого ${instead}.`;
  const { title, received, objection, object_until: until } = document;
  if (received) return `${title}: подтверждён ${formatDate(received)}, возражение по нему не принимается.`;
  if (objection) return `${title}: возражение отправлено ${formatDate(objection.created_at)}.`;
  if (!isOpen) return `${title}: возражения принимались до ${formatDate(until ?? '')}. Теперь ${instead}.`;
  if (!mayObject) return `${title}: возразить может администратор или менеджер.`;
  return `${title}${until ? `: возражения до ${formatDate(until)} включительно` : ''}. Операция будет уже указана.`;
}

/** The dialogue of the objection then names the operation by itself. */
function addToDraft(documentId: number, operation: Operation): void {
  const draft = readDraft(documentId);
  if (draft.operations.some(({ id }) => id === operation.id)) return;
  storeDraft(documentId, {
    ...draft,
    operations: [...draft.operations, { id: operation.id, text: describeDisputed(operation) }],
  });
}

/** «28.11.2026, 17:03, карта •• 7466, ДТ зимнее, 14 170,52 ₽», as the list of the objection has it. */
function describeDisputed({ created_at: at, card, purchase, sum, type }: Operation): string {
  const amount = formatMoney(type.id === OPERATION_TYPE.refund ? 0 - sum : sum);
  return [
    `${formatDate(at, 'datetime')}, карта ${shortNumber(card.card_number)}`,
    purchase?.goodsItem.title,
    amount,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Offers an email that already says what support asks for first. */
function SupportWay({ operation }: { operation: Operation }) {
  const { email, phone, supportHours } = useOperator();
  if (!email && !phone) return null;
  return (
    <section className={styles.way}>
      <h3>Другой вопрос</h3>
      <p>
        Поддержка ответит по номеру операции <span className={styles.whole}>{operation.number}</span>.
        {supportHours && ` По телефону ${supportHours} МСК.`}
      </p>
      <div>
        {email && (
          <a className={buttonClass({ size: 'small' })} href={writeEmail(email, operation)}>
            Написать в поддержку
          </a>
        )}
        {phone && (
          <a className={buttonClass({ size: 'small', variant: 'quiet' })} href={telHref(phone)}>
            {phone}
          </a>
        )}
      </div>
    </section>
  );
}

function writeEmail(email: string, operation: Operation): string {
  const { number, purchase } = operation;
  const lines = [
    `Операция № ${number}`,
    describeDisputed(operation),
    purchase?.address,
    '',
    'Что не сходится: ',
  ];
  const subject = encodeURIComponent(`Операция № ${number}`);
  return `mailto:${email}?subject=${subject}&body=${encodeURIComponent(lines.filter((line) => line !== undefined).join('\r\n'))}`;
}
