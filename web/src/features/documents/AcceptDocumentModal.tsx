import { acceptDocument, listDocuments } from '#contract/documents.ts';
import { UPD_IS_RECEIVED } from '#contract/what-a-code-confirms.ts';
import { useSession } from '../../server/session.ts';
import { useDeed } from '../../deeds/use-deed.ts';
import { useSmsCode } from '../../state/use-sms-code.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { SmsStep } from '../../forms/SmsStep.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { StatusWord } from '../../ui/StatusWord.tsx';
import { ToldModal } from '../../ui/ToldModal.tsx';
import styles from './DocumentList.module.css';
import type { MonthlyDocument } from './monthly-document.ts';

type Props = { document: MonthlyDocument; onClose: () => void };

/** Confirms one document by SMS; the code is sent as soon as all six digits are entered (spec section 5). */
export function AcceptDocumentModal({ document, onClose }: Props) {
  const deed = useDeed(acceptDocument, {
    refresh: [listDocuments],
    left: { failed: `Документ не подтверждён: ${document.title}` },
  });
  const sms = useSmsCode({ purpose: 'document', subject: String(document.id) }, deed);
  const phone = useSession().profile?.masked_phone;
  const codeError = deed.error?.fields.sms?.[0] ?? null;

  function accept(said: string) {
    deed.mutate(
      { body: { partner_id: document.partner_id, date: document.month, id: document.id, sms: said } },
      { onSuccess: onClose },
    );
  }

  // By a colleague, or by this very dialogue, whose answer was lost.
  if (document.received && !deed.isPending) {
    return (
      <ToldModal onClose={onClose} title="Документ подтверждён">
        <p>
          {document.title}, {document.partner_title}.
        </p>
        <p>
          <StatusWord tone="go">
            Получен <DateText value={document.received} />
          </StatusWord>
        </p>
      </ToldModal>
    );
  }
  return (
    <Modal opened onClose={onClose} title="Подтверждение документа" busy={deed.isPending}>
      <FormShell
        submitLabel="Подтвердить"
        loading={deed.isPending}
        error={deed.error}
        ownFields={['sms']}
        disabledReason={sms.code.length < 6 ? 'Введите код из СМС' : null}
        onSubmit={() => accept(sms.code)}
      >
        <SmsStep
          confirms={`${document.title}, ${document.partner_title}`}
          {...(document.sum === null ? {} : { sumRubles: document.sum })}
          phone={phone}
          onComplete={accept}
          {...sms}
          loading={deed.isPending}
          error={codeError}
        />
        {document.kind === 'upd' && <p className={styles.note}>{UPD_IS_RECEIVED}</p>}
      </FormShell>
    </Modal>
  );
}
