import { listDelegations } from '#contract/companies/delegations.ts';
import { useRead } from '../../../state/use-call.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { DelegationList } from './DelegationList.tsx';
import styles from './Delegations.module.css';

const TITLE = 'Доверили нам';

type Props = {
  /** Shown even if there is none: the page of a firm is about nothing else. */ always?: boolean;
};

/** «Доверили нам»: companies that let this one in as their accounting firm; nothing where none does. */
export function ReceivedDelegations({ always = false }: Props) {
  const read = useRead(listDelegations);
  const { open, dialog } = useDialogs();
  const received = (read.data?.data ?? []).filter(({ side }) => side === 'received');
  if (!read.data) return always ? <ReadFailed what="Компании не загрузились." reads={[read]} /> : null;
  if (received.length === 0 && !always) return null;
  return (
    <Panel title={TITLE} variant="flush">
      {received.length === 0 && (
        <p className={styles.empty}>
          Здесь будут компании, которые доверили вам бухгалтерию. Компания указывает ваш ИНН в разделе
          «Доступ».
        </p>
      )}
      <DelegationList delegations={received} label={TITLE} open={open} />
      {dialog}
    </Panel>
  );
}
