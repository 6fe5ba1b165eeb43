import { useSearchParams } from 'react-router';
import { formatPhone } from '#contract/values/phone.ts';
import { useOrderer } from '../../../state/orderer.ts';
import { useOperator } from '../../../state/use-operator.ts';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { ExternalLink } from '../../../ui/text/TextLink.tsx';
import { SETTINGS_QUERY } from './CompanyPanel.tsx';
import styles from './CompanySettingsModal.module.css';

const [NAME = '', VALUE = ''] = SETTINGS_QUERY.split('=');

/** The company's profile settings: what the programme knows, and who corrects errors of the registry. */
export function CompanySettingsModal() {
  const [query, setQuery] = useSearchParams();
  const { profile } = useOrderer();
  const { phone, email, chatUrl } = useOperator();

  function close() {
    query.delete(NAME);
    setQuery(query, { replace: true });
  }

  return (
    <Modal opened={query.get(NAME) === VALUE} onClose={close} title="Настройки профиля компании">
      <Stack>
        <dl className={styles.facts}>
          <Fact title="Компания" value={profile?.company?.title} />
          <Fact title="ИНН" value={profile?.company?.inn} />
          <Fact title="Контактное лицо" value={fullName(profile?.firstname, profile?.lastname)} />
          <Fact title="Телефон" value={profile && formatPhone(profile.phone)} />
          <Fact title="Почта" value={profile?.email?.email} />
        </dl>
        <p>
          Название, КПП и адрес берём из государственного реестра по ИНН. Если компания не находится или
          данные устарели, сообщите нам ИНН — мы укажем его в профиле сами.
        </p>
        <p className={styles.ways}>
          {phone && <ExternalLink href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</ExternalLink>}
          {email && <ExternalLink href={`mailto:${email}`}>{email}</ExternalLink>}
          {chatUrl && (
            <ExternalLink href={chatUrl} target="_blank">
              Чат
            </ExternalLink>
          )}
        </p>
      </Stack>
    </Modal>
  );
}

function Fact({ title, value }: { title: string; value: string | null | undefined }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value || 'не указано'}</dd>
    </div>
  );
}

function fullName(firstname?: string | null, lastname?: string | null): string {
  return [firstname, lastname].filter(Boolean).join(' ');
}
