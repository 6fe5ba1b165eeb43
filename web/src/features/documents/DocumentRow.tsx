import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import type { monthlyDocument } from '#contract/documents.ts';
import { joinClasses } from '../../lib/join-classes.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Row } from '../../ui/Stack.tsx';
import { StatusWord } from '../../ui/StatusWord.tsx';
import { DocumentFiles } from './DocumentFiles.tsx';
import styles from './DocumentList.module.css';
import { EdmStatus } from './EdmStatus.tsx';
import { RESEND, ResendButton } from './ResendButton.tsx';

export type MonthlyDocument = z.infer<typeof monthlyDocument>;

type RowProps = {
  document: MonthlyDocument;
  /** Somebody has looked for this one. */
  isFound: boolean;
  mayConfirm: boolean;
  onAccept: () => void;
  onObject: () => void;
};

/** One document: its title, its state and its actions. */
export function DocumentRow({ document, isFound, mayConfirm, onAccept, onObject }: RowProps) {
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isFound) ref.current?.scrollIntoView({ block: 'center' });
  }, [isFound]);
  const open = !document.received && !document.objection;
  const named = (deed: string) => `${deed}: ${document.title}`;
  return (
    <li ref={ref} className={joinClasses(styles.document, isFound && styles.found)}>
      <div className={styles.what}>
        <span className={styles.title}>{document.title}</span>
        <span className={styles.quiet}>{document.partner_title}</span>
      </div>
      <div className={styles.state}>
        {document.received && (
          <StatusWord tone="go">
            Получен <DateText value={document.received} />
          </StatusWord>
        )}
        {!document.received && document.objection && (
          <StatusWord tone="stop">
            Возражение от <DateText value={document.objection.created_at} />
          </StatusWord>
        )}
        {open && document.edm?.state !== 'signed' && <StatusWord tone="wait">Ждёт подтверждения</StatusWord>}
        {open && document.object_until && (
          <div className={styles.quiet}>
            Возражения по <DateText value={document.object_until} />
          </div>
        )}
        {document.edm && <EdmStatus edm={document.edm} />}
      </div>
      <Row gap="1" className={styles.actions}>
        <DocumentFiles document={document} named={named} />
        {mayConfirm && document.edm?.state === 'failed' && (
          <ResendButton documentId={document.id} label={named(RESEND)} />
        )}
        {/* An objection that was answered does not end in a document that nobody can confirm (agreement 8.2). */}
        {!document.received && mayConfirm && (
          <Button size="small" aria-label={named('Подтвердить')} onClick={onAccept}>
            Подтвердить
          </Button>
        )}
        {open && mayConfirm && (
          <Button size="small" variant="quiet" aria-label={named('Возразить')} onClick={onObject}>
            Возразить
          </Button>
        )}
      </Row>
    </li>
  );
}
