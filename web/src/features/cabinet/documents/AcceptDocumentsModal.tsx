import { useState } from 'react';
import { acceptDocuments, acceptedSubject, listDocuments, MAX_ACCEPTED } from '#contract/papers/documents.ts';
import { readMonth } from '#contract/insights/months.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { CodeMeaning } from '../../../forms/CodeMeaning.tsx';
import { FormShell } from '../../../forms/FormShell.tsx';
import { SmsStep } from '../../../forms/SmsStep.tsx';
import { counted } from '#contract/values/counted.ts';
import { useSession } from '../../../server/session.ts';
import { useSmsCode } from '../../../state/use-sms-code.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { InfoModal } from '../../../ui/layers/InfoModal.tsx';
import styles from './DocumentList.module.css';
import { DOCUMENT_FORMS, getTotal, groupByNetwork, type MonthlyDocument } from './monthly-document.ts';

type Props = {
  /** Name of what they have in common: «октябрь 2026», «выбранные документы». */
  title: string;
  /** Undecided documents. */
  documents: readonly MonthlyDocument[];
  /** Every document as the list has it by now. */
  listed: readonly MonthlyDocument[];
  onClose: () => void;
};

/**
 * Confirms documents of one or more networks by one code: first which ones, then the code, then the outcome of each. The code
 * names exactly the documents that are shown, so a document that comes meanwhile is not confirmed by it.
 */
export function AcceptDocumentsModal({ title, documents: offered, listed, onClose }: Props) {
  const [documents] = useState(offered);
  const [skipped, setSkipped] = useState<readonly number[]>([]);
  const [read, setRead] = useState(false);
  const chosen = documents.filter((document) => !skipped.includes(document.partner_id));
  const ids = chosen.map(({ id }) => id);
  const action = useEndpointAction(acceptDocuments, {
    refresh: [listDocuments, readMonth],
    answersFirst: true,
    left: { failed: `Документы не подтверждены: ${title}` },
  });
  const sms = useSmsCode({ purpose: 'document', subject: acceptedSubject(ids) }, action, { waits: !read });
  const { profile } = useSession();
  const decided = chosen.filter(({ id }) => listed.find((now) => now.id === id)?.received);
  const count = counted(chosen.length, DOCUMENT_FORMS);

  function accept(code: string) {
    action.mutate({ body: { ids, sms: code } });
  }

  function getProblem(): string | null {
    if (chosen.length === 0) return 'Выберите хотя бы одну сеть';
    if (chosen.length > MAX_ACCEPTED)
      return `Одним кодом подтверждается не больше ${MAX_ACCEPTED} документов`;
    return read && sms.code.length < 6 ? 'Введите код из СМС' : null;
  }

  // Decided by this very dialogue, perhaps with its answer lost, or by a colleague.
  if (!action.isPending && chosen.length > 0 && (action.data || decided.length === chosen.length)) {
    const confirmed = action.data?.data.confirmed ?? decided.map(({ id }) => id);
    return <AcceptedSummary title={title} documents={chosen} confirmed={confirmed} onClose={onClose} />;
  }
  return (
    <Modal opened onClose={onClose} title={`Подтверждение: ${title}`} busy={action.isPending}>
      <FormShell
        submitLabel={read ? `Подтвердить ${count}` : 'Получить код'}
        action={action}
        ownFields={['sms']}
        disabledReason={getProblem()}
        onSubmit={() => (read ? accept(sms.code) : setRead(true))}
      >
        <Lines
          documents={read ? chosen : documents}
          skipped={skipped}
          onSkip={read ? null : setSkipped}
          chosen={chosen}
        />
        <CodeMeaning kinds={chosen.map(({ kind }) => kind)} usesEdm={profile?.company?.client?.uses_edo} />
        {read && (
          <SmsStep
            confirms={`${count}: ${title}`}
            sumRubles={getTotal(chosen)?.sum}
            phone={profile?.masked_phone}
            onComplete={accept}
            {...sms}
            action={action}
          />
        )}
      </FormShell>
    </Modal>
  );
}

type LinesProps = {
  documents: readonly MonthlyDocument[];
  /** Networks that are left out. */
  skipped: readonly number[];
  /** Null once the code has been requested: it is for these documents alone. */
  onSkip: ((networks: readonly number[]) => void) | null;
  chosen: readonly MonthlyDocument[];
};

function Lines({ documents, skipped, onSkip, chosen }: LinesProps) {
  const networks = groupByNetwork(documents);
  const total = getTotal(chosen);
  return (
    <ul className={styles.lines} aria-label="Что подтверждается">
      {networks.map(({ partnerId, partnerTitle, documents: own }) => (
        <li key={partnerId} className={styles.ofNetwork}>
          {onSkip && networks.length > 1 ? (
            <Checkbox
              label={partnerTitle}
              checked={!skipped.includes(partnerId)}
              onChange={(checked) =>
                onSkip(checked ? skipped.filter((id) => id !== partnerId) : [...skipped, partnerId])
              }
            />
          ) : (
            <span className={styles.title}>{partnerTitle}</span>
          )}
          <ul className={styles.papers}>
            {own.map((document) => (
              <li key={document.id}>
                <span>{document.title}</span>
                {document.sum !== null && <Money value={document.sum} />}
              </li>
            ))}
          </ul>
        </li>
      ))}
      {total && (
        <li className={styles.total}>
          <span>Всего по УПД</span>
          <Money value={total.sum} />
        </li>
      )}
      {total && (
        <li className={styles.vat}>
          <span>В том числе НДС</span>
          <Money value={total.vat} />
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
        {`${title[0]?.toUpperCase()}${title.slice(1)}`}: подтверждено {documents.length - left.length} из{' '}
        {documents.length}.
      </p>
      {left.length > 0 && (
        <>
          <p>По этим есть возражение, или они отозваны. Проверьте каждый отдельно:</p>
          <ul className={styles.papers}>
            {left.map((monthlyDocument) => (
              <li key={monthlyDocument.id}>{monthlyDocument.title}</li>
            ))}
          </ul>
        </>
      )}
    </InfoModal>
  );
}
