import { useState } from 'react';
import { capitalized, formatDate } from '../../lib/format.ts';
import { counted } from '#contract/counted.ts';
import { Button } from '../../ui/Button.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ArchiveButton } from './ArchiveButton.tsx';
import { DOCUMENT_FORMS, type WaitingMonth } from './monthly-document.ts';
import { TotalText } from './TotalText.tsx';
import styles from './DocumentList.module.css';

/** More than these are behind one button: the newest come first. */
const AT_FIRST = 3;

type Props = { months: readonly WaitingMonth[]; onConfirm: (month: WaitingMonth) => void };

/** Undecided documents by month and network: read as one archive, confirmed by one code. */
export function WaitingMonths({ months, onConfirm }: Props) {
  const [all, setAll] = useState(false);
  if (months.length === 0) return null;
  const shown = all ? months : months.slice(0, AT_FIRST);
  return (
    <Panel title="Ждут подтверждения" variant="flush">
      <ul className={styles.months}>
        {shown.map((waitingMonth) => (
          <Line
            key={`${waitingMonth.month}:${waitingMonth.partnerId}`}
            one={waitingMonth}
            onConfirm={() => onConfirm(waitingMonth)}
          />
        ))}
      </ul>
      {shown.length < months.length && (
        <div className={styles.more}>
          <Button size="small" variant="quiet" onClick={() => setAll(true)}>
            {`Показать ещё ${months.length - shown.length}`}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function Line({ one, onConfirm }: { one: WaitingMonth; onConfirm: () => void }) {
  const { month, partnerId, partnerTitle, documents } = one;
  const when = formatDate(month, 'month');
  const name = monthName(month);
  const isMany = documents.length > 1;
  return (
    <li className={styles.month}>
      <div className={styles.what}>
        <span className={styles.title}>{`${capitalized(when)}, ${partnerTitle}`}</span>
        <span className={styles.quiet}>
          {counted(documents.length, DOCUMENT_FORMS)}
          {documents.some(({ vat }) => vat !== null) && ', '}
          <TotalText documents={documents} />
        </span>
      </div>
      <div className={styles.deeds}>
        <ArchiveButton
          quiet
          of={{ month, partnerId }}
          count={documents.length}
          words="ZIP"
          label={`Скачать ZIP за ${name}: ${partnerTitle}`}
        />
        <Button
          size="small"
          aria-label={`Подтвердить${isMany ? ' все' : ''} за ${name}: ${partnerTitle}`}
          onClick={onConfirm}
        >
          {isMany ? `Подтвердить все за ${name}` : `Подтвердить за ${name}`}
        </Button>
      </div>
    </li>
  );
}

/** «октябрь» */
function monthName(month: string): string {
  return formatDate(month, 'month').split(/\s/)[0] ?? month;
}
