import { LoadError } from '../../../ui/states/LoadError.tsx';
import { paths } from '../../../paths.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { MailAddress } from './MailAddress.tsx';
import styles from './MailPanel.module.css';
import { useOwnMail } from './use-own-mail.ts';

/** The address, and in «Мои данные» the way to the choice of emails; `choices` says that the page has it. */
export function MailPanel({ choices = false }: { choices?: boolean }) {
  const mail = useOwnMail();
  if (mail.isPending) return <ListSkeleton count={2} label="Загружается почта" />;
  if (!mail.data) return <LoadError onReload={() => void mail.refetch()} reloading={mail.isFetching} />;
  const address = (
    <Panel title="Почта">
      <MailAddress mail={mail.data.data} />
    </Panel>
  );
  if (choices) return address;
  return (
    <div className={styles.panels}>
      {address}
      <Panel title="Письма">
        <p>
          Какие письма присылать, выбирают в разделе{' '}
          <TextLink to={paths.noticeChoices}>«Уведомления»</TextLink>.
        </p>
      </Panel>
    </div>
  );
}
