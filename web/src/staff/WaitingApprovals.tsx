import { paths } from '../paths.ts';
import { DateText } from '../ui/text/DateText.tsx';
import { StatusLabel } from '../ui/text/StatusLabel.tsx';
import { TextLink } from '../ui/text/TextLink.tsx';
import { nameOfPerson } from './name-of-person.ts';
import type { Approval } from './use-proposals.ts';
import styles from './WaitingApprovals.module.css';

/** Shows the proposals that wait for a second member. Shows nothing if there are none. */
export function WaitingApprovals({ approvals }: { approvals: readonly Approval[] }) {
  if (approvals.length === 0) return null;
  return (
    <ul className={styles.list}>
      {approvals.map((approval) => (
        <li key={approval.id}>
          <StatusLabel tone="wait">Ждёт второго сотрудника</StatusLabel>
          <span className={styles.quiet}>
            <TextLink to={`${paths.staffApprovals}?approval=${approval.id}`}>{approval.title}</TextLink>
            {approval.title.endsWith('.') ? ' ' : '. '}
            {`Предложил ${nameOfPerson(approval.proposed_by)}, `}
            <DateText value={approval.proposed_at} style="datetime" />
          </span>
        </li>
      ))}
    </ul>
  );
}
