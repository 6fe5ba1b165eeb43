import { listBalanceCorrections, type BalanceCorrection } from '#contract/money/balance-corrections.ts';
import { useRead } from '../../../state/use-call.ts';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import styles from './Clients.module.css';

/** Corrections that are seen at once; the earlier ones unfold. */
const SHOWN = 3;

/** Corrections of a client's balance, newest first; nothing where there are none. */
export function ClientCorrections({ companyId }: { companyId: number }) {
  const read = useRead(listBalanceCorrections, { params: { id: companyId }, query: { page: 1 } });
  const corrections = read.data?.data ?? [];
  if (corrections.length === 0) return <ReadFailed what="Исправления не загрузились." reads={[read]} />;
  const earlier = corrections.slice(SHOWN);
  return (
    <Panel title="Исправления баланса">
      <Stack>
        <CorrectionList corrections={corrections.slice(0, SHOWN)} />
        {earlier.length > 0 && (
          <Disclosure summary="Более ранние">
            <CorrectionList corrections={earlier} />
          </Disclosure>
        )}
      </Stack>
    </Panel>
  );
}

function CorrectionList({ corrections }: { corrections: readonly BalanceCorrection[] }) {
  return (
    <ul className={styles.list}>
      {corrections.map((correction) => (
        <li key={correction.id} className={styles.person}>
          <span className={styles.lines}>
            <span>{correction.title}</span>
            <span className={styles.quiet}>
              <DateText value={correction.booked_at} style="datetime" />, {formatPeople(correction)}
            </span>
          </span>
          <Money value={correction.direction === 'to-client' ? correction.sum : -correction.sum} signed />
        </li>
      ))}
    </ul>
  );
}

function formatPeople({ proposed_by: author, confirmed_by: second }: BalanceCorrection): string {
  return second === null ? author : `${author}, подтверждено: ${second}`;
}
