import { Disclosure } from '../../../ui/Disclosure.tsx';
import type { OpenDialog } from '../../../ui/use-dialogs.tsx';
import { DelegationLine } from './DelegationLine.tsx';
import type { Delegation } from './delegation-text.ts';
import styles from './Delegations.module.css';

type Props = { delegations: readonly Delegation[]; label: string; open: OpenDialog };

/** Delegations of one side: those that count, and below them, folded, those that are over. */
export function DelegationList({ delegations, label, open }: Props) {
  const over = delegations.filter(({ state }) => state === 'over');
  const current = delegations.filter(({ state }) => state !== 'over');
  return (
    <>
      {current.length > 0 && <Lines delegations={current} label={label} open={open} />}
      {over.length > 0 && (
        <div className={styles.over}>
          <Disclosure summary={`Закончились: ${over.length}`} wide>
            <Lines delegations={over} label={`${label}, закончились`} open={open} />
          </Disclosure>
        </div>
      )}
    </>
  );
}

function Lines({ delegations, label, open }: Props) {
  return (
    <ul className={styles.list} aria-label={label}>
      {delegations.map((delegation) => (
        <DelegationLine key={delegation.id} delegation={delegation} open={open} />
      ))}
    </ul>
  );
}
