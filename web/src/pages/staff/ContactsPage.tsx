import { readOperator } from '#contract/system.ts';
import { ContactsForm } from '../../features/staff/contacts/ContactsForm.tsx';
import { SupportBlock } from '../../layouts/SupportBlock.tsx';
import { paths } from '../../paths.ts';
import { useRead } from '../../state/use-call.ts';
import { LoadError } from '../../ui/states/LoadError.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { CardSkeleton } from '../../ui/states/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { ExternalLink, TextLink } from '../../ui/text/TextLink.tsx';
import styles from './ContactsPage.module.css';

/** /staff/contacts: how clients reach the operator. */
export default function ContactsPage() {
  const read = useRead(readOperator);
  if (!read.data && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!read.data) return <CardSkeleton count={2} />;
  const { phone, email, chatUrl, supportHours, address } = read.data.data;
  const contacts = { phone, email, chatUrl, supportHours, address };
  return (
    <Stack gap="3">
      <Panel title="Как с нами связаться">
        <ContactsForm
          key={JSON.stringify(contacts)}
          contacts={contacts}
          preview={(draft) => (
            <div className={styles.preview}>
              <p className={styles.quiet}>Так увидит клиент:</p>
              <SupportBlock
                {...draft}
                chat={
                  <ExternalLink href={draft.chatUrl} target="_blank">
                    Задать вопрос в чате
                  </ExternalLink>
                }
              />
            </div>
          )}
        />
        <p className={styles.note}>
          Контакты стоят на страницах сайта, в письмах, в условиях и в письмах за год. Подписанное соглашение
          не изменится: его новую редакцию публикуют в разделе{' '}
          <TextLink to={paths.staffTerms}>«Условия»</TextLink>. Кто и что менял, видно в{' '}
          <TextLink to={`${paths.staffAudit}?action=contacts-changed`}>журнале действий</TextLink>. Название и
          реквизиты стоят в разделе <TextLink to={paths.staffProgramme}>«Реквизиты»</TextLink>.
        </p>
      </Panel>
    </Stack>
  );
}
