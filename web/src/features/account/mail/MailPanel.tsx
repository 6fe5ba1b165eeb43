import { LoadError } from '../../../ui/states/LoadError.tsx';
import { paths } from '../../../paths.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { MailAddress } from './MailAddress.tsx';
import styles from './MailPanel.module.css';
import { useOwnMail } from './use-own-mail.ts';

/** «Мои данные»: the address, and which emails go there. */
export function MailPanel({ choicesTo = paths.noticeChoices }: { choicesTo?: string }) {
  const mail = useOwnMail();
  if (mail.isPending) return <ListSkeleton count={2} label="Загружается почта" />;
  if (!mail.data) return <LoadError onReload={() => void mail.refetch()} reloading={mail.isFetching} />;
  return (
    <div className={styles.panels}>
      <Panel title="Почта">
        <MailAddress mail={mail.data.data} />
      </Panel>
      <Panel title="Письма">
        <p>
          Какие письма присылать, выбирают в разделе <TextLink to={choicesTo}>«Уведомления»</TextLink>.
        </p>
      </Panel>
    </div>
  );
}
