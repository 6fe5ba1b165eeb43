import { paths } from '../paths.ts';
import { DateText } from '../ui/DateText.tsx';
import { StatusWord } from '../ui/StatusWord.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { nameOfPerson } from './name-of-person.ts';
import type { Approval } from './use-waiting-approvals.ts';
import styles from './WaitingApprovals.module.css';

/** What is proposed about a thing and waits for a second member; nothing where nothing waits. */
export function WaitingApprovals({ approvals }: { approvals: readonly Approval[] }) {
  if (approvals.length === 0) return null;
  return (
    <ul className={styles.list}>
      {approvals.map((one) => (
        <li key={one.id}>
          <StatusWord tone="wait">Ждёт второго сотрудника</StatusWord>
          <span className={styles.quiet}>
            <TextLink to={`${paths.staffApprovals}?approval=${one.id}`}>{one.title}</TextLink>.{' '}
            {`Предложил ${nameOfPerson(one.proposed_by)}, `}
            <DateText value={one.proposed_at} style="datetime" />
          </span>
        </li>
      ))}
    </ul>
  );
}
