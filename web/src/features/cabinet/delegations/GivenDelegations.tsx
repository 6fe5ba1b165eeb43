import { listDelegations } from '#contract/companies/delegations.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { DelegationList } from './DelegationList.tsx';
import { LetFirmInDialog } from './LetFirmInDialog.tsx';
import styles from './Delegations.module.css';

const TITLE = 'Бухгалтерия на стороне';

/** «Бухгалтерия на стороне»: accounting firms that the company lets in, with their people. */
export function GivenDelegations() {
  const read = useRead(listDelegations);
  const { open, show, dialog } = useDialogs();
  if (!read.data && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!read.data) return <ListSkeleton count={1} />;
  const given = read.data.data.filter(({ side }) => side === 'given');
  return (
    <Panel
      title={TITLE}
      variant="flush"
      action={
        <Button size="small" onClick={() => show((onClose) => <LetFirmInDialog onClose={onClose} />)}>
          Доверить бухгалтерии
        </Button>
      }
    >
      {given.some(({ state }) => state !== 'over') || (
        <p className={styles.empty}>
          Бухгалтерская фирма работает с вашими документами и картами своими сотрудниками, без вашего
          телефона. Вы видите, кто и что сделал, и заканчиваете доступ в любой момент.
        </p>
      )}
      <DelegationList delegations={given} label={TITLE} open={open} />
      {dialog}
    </Panel>
  );
}
