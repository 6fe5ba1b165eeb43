import { LoadError } from '../../ui/LoadError.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ListSkeleton } from '../../ui/Skeleton.tsx';
import { MailAddress } from './MailAddress.tsx';
import styles from './MailPanel.module.css';
import { OwnLetters } from './OwnLetters.tsx';
import { useOwnMail } from './use-own-mail.ts';

/** «Мои данные»: the address, and which letters go there. */
export function MailPanel() {
  const mail = useOwnMail();
  if (mail.isPending) return <ListSkeleton count={2} label="Загружается почта" />;
  if (!mail.data) return <LoadError onReload={() => void mail.refetch()} reloading={mail.isFetching} />;
  return (
    <div className={styles.panels}>
      <Panel title="Почта">
        <MailAddress mail={mail.data.data} />
      </Panel>
      <Panel title="Письма">
        <OwnLetters choices={mail.data.data.choices} />
      </Panel>
    </div>
  );
}
