import { useState } from 'react';
import { acceptDocument, listDocuments } from '#contract/papers/documents.ts';
import { CODE_SIGNS, UPD_IS_RECEIVED } from '#contract/identity/what-a-code-confirms.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { SmsStep } from '../../../forms/SmsStep.tsx';
import { formatDate } from '../../../lib/format.ts';
import { counted } from '#contract/values/counted.ts';
import { useSession } from '../../../server/session.ts';
import { useSmsCode } from '../../../state/use-sms-code.ts';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { InfoModal } from '../../../ui/layers/InfoModal.tsx';
import styles from './DocumentList.module.css';
import { DOCUMENT_FORMS, getTotal, type MonthlyDocument, type WaitingMonth } from './monthly-document.ts';

type Props = {
  month: WaitingMonth;
  /** Every document as the list has it by now. */
  listed: readonly MonthlyDocument[];
  onClose: () => void;
};

/** Confirms what a network has for a month by one code: first what it is, then the code, then what became of each. */
export function AcceptMonthModal({ month: one, listed, onClose }: Props) {
  const { month, partnerId, partnerTitle } = one;
  // Documents shown when the code was requested. The server skips those that have come since.
  const [documents] = useState(one.documents);
  const [read, setRead] = useState(false);
  const title = `${partnerTitle}, ${formatDate(month, 'month')}`;
  const action = useEndpointAction(acceptDocument, {
    refresh: [listDocuments],
    answersFirst: true,
    left: { failed: `Документы не подтверждены: ${title}` },
  });
  const subject = `${partnerId}:${month}`;
  const sms = useSmsCode({ purpose: 'document', subject }, action, { waits: !read });
  const phone = useSession().profile?.masked_phone;
  const decided = documents.filter(({ id }) => listed.find((now) => now.id === id)?.received);

  function accept(input: string) {
    action.mutate({ body: { partner_id: partnerId, date: month, sms: input } });
  }

  // Decided by this very dialogue, perhaps with its answer lost, or by a colleague.
  if (!action.isPending && (action.data || decided.length === documents.length)) {
    const confirmed = action.data?.data.confirmed ?? decided.map(({ id }) => id);
    return <AcceptedSummary title={title} documents={documents} confirmed={confirmed} onClose={onClose} />;
  }
  return (
    <Modal opened onClose={onClose} title={`Подтверждение: ${title}`} busy={action.isPending}>
      <FormShell
        submitLabel={read ? 'Подтвердить все' : 'Получить код'}
        action={action}
        ownFields={['sms']}
        disabledReason={read && sms.code.length < 6 ? 'Введите код из СМС' : null}
        onSubmit={() => (read ? accept(sms.code) : setRead(true))}
      >
        <Lines documents={documents} />
        <p className={styles.note}>
          {documents.some(({ kind }) => kind !== 'upd') && `${CODE_SIGNS} `}
          {documents.some(({ kind }) => kind === 'upd') && UPD_IS_RECEIVED}
        </p>
        {read && (
          <SmsStep
            confirms={`${counted(documents.length, DOCUMENT_FORMS)}: ${title}`}
            sumRubles={getTotal(documents)?.sum}
            phone={phone}
            onComplete={accept}
            {...sms}
            action={action}
          />
        )}
      </FormShell>
    </Modal>
  );
}

function Lines({ documents }: { documents: readonly MonthlyDocument[] }) {
  const total = getTotal(documents);
  return (
    <ul className={styles.lines} aria-label="Что подтверждается">
      {documents.map((document) => (
        <li key={document.id}>
          <span>{document.title}</span>
          {document.sum !== null && <Money value={document.sum} />}
        </li>
      ))}
      {total && (
        <li className={styles.total}>
          <span>
            Всего по УПД, в том числе НДС <Money value={total.vat} />
          </span>
          <Money value={total.sum} />
        </li>
      )}
    </ul>
  );
}

type AcceptedSummaryProps = {
  title: string;
  documents: readonly MonthlyDocument[];
  confirmed: readonly number[];
  onClose: () => void;
};

/** Shows the outcome of each document. */
function AcceptedSummary({ title, documents, confirmed, onClose }: AcceptedSummaryProps) {
  const left = documents.filter(({ id }) => !confirmed.includes(id));
  return (
    <InfoModal title={left.length === 0 ? 'Документы подтверждены' : 'Подтверждены не все'} onClose={onClose}>
      <p>
        {title}: подтверждено {documents.length - left.length} из {documents.length}.
      </p>
      {left.length > 0 && (
        <>
          <p>По этим есть возражение, или они опубликованы позже кода. Подтвердите каждый отдельно:</p>
          <ul className={styles.lines}>
            {left.map((monthlyDocument) => (
              <li key={monthlyDocument.id}>{monthlyDocument.title}</li>
            ))}
          </ul>
        </>
      )}
    </InfoModal>
  );
}
