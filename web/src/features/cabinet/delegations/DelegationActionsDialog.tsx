import { listDelegationActions } from '#contract/companies/delegations.ts';
import { useRead } from '../../../state/use-call.ts';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { getOtherSide, type Delegation } from './delegation-text.ts';
import styles from './Delegations.module.css';

type Props = { item: Delegation; onClose: () => void };

/** Shows both sides who of the firm entered the company, and what they did there. */
export function DelegationActionsDialog({ item: delegation, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={`Что сделано: ${getOtherSide(delegation).title}`} size="wide">
      <Actions id={delegation.id} />
    </Modal>
  );
}

function Actions({ id }: { id: number }) {
  const read = useRead(listDelegationActions, { params: { id } });
  if (read.isPending) return <TextSkeleton count={6} />;
  if (!read.data) return <LoadError onReload={() => void read.refetch()} message={read.error?.message} />;
  const actions = read.data.data;
  if (actions.length === 0) return <p>Сотрудники бухгалтерии ещё не заходили.</p>;
  return (
    <ol className={styles.actions} aria-label="Действия, новые сверху">
      {actions.map(({ at, user_id, person, action }, index) => (
        <li key={`${at} ${user_id} ${index}`}>
          <span>{action}</span>
          <span className={styles.quiet}>
            <DateText value={at} style="datetime" />, {person}
          </span>
        </li>
      ))}
    </ol>
  );
}
