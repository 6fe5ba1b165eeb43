import { IconCircleCheckFilled } from '@tabler/icons-react';
import type { Profile } from '../../../server/session.ts';
import { InnField } from '../../../forms/InnField.tsx';
import { useHandOnFocus } from '../../../lib/use-hand-on-focus.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row } from '../../../ui/Stack.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import type { CompanyCheck, FoundCompany } from './use-company-check.ts';
import styles from './CompanyPanel.module.css';
import { askForAccess, type AccessState } from '#contract/identity/colleagues.ts';
import { checkInn } from '#contract/orders/orders.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { Notice } from '../../../ui/states/Notice.tsx';

/** The ordering company: known from the profile, or found by its INN. */
export function CompanyPanel({ profile, check }: { profile: Profile | null; check: CompanyCheck }) {
  const own = profile?.company;
  if (own?.inn) return <FoundCompanyCard title={own.title} inn={own.inn} />;
  return (
    <div className={styles.search}>
      <InnField
        value={check.inn}
        onChange={check.setInn}
        checking={check.checking}
        error={check.problem?.message ?? null}
      />
      {check.problem?.pointsToSettings && (
        <p className={styles.settings}>
          Укажите его в <TextLink to={`?${SETTINGS_QUERY}`}>настройках профиля компании</TextLink>
          {!own && !check.again && ' или исправьте здесь: верный ИНН есть в выписке из ЕГРЮЛ или ЕГРИП'}
        </p>
      )}
      {check.again && <CheckAgain onPress={check.again} />}
      <div aria-live="polite" className={check.checking ? styles.awaited : undefined}>
        {check.company?.access && (
          <ClosedCompany company={check.company} access={check.company.access} inn={check.inn} />
        )}
        {check.company && !check.company.access && (
          <FoundCompanyCard title={check.company.title} inn={check.inn} kpp={check.company.kpp} />
        )}
      </div>
    </div>
  );
}

function CheckAgain({ onPress: onClick }: { onPress: () => void }) {
  const button = useHandOnFocus<HTMLButtonElement>();
  return (
    <Row>
      <Button ref={button} size="small" onClick={onClick}>
        Проверить ИНН ещё раз
      </Button>
    </Row>
  );
}

/** The query that opens the company's settings over the page, so that they have an address of their own. */
export const SETTINGS_QUERY = 'settings=company';

function FoundCompanyCard({ title, inn, kpp }: { title: string; inn: string; kpp?: string | null }) {
  return (
    <div className={styles.found}>
      <IconCircleCheckFilled aria-hidden="true" />
      <div>
        <p className={styles.title}>{title}</p>
        <p className={styles.numbers}>
          ИНН {inn}
          {kpp && `, КПП ${kpp}`}
        </p>
      </div>
    </div>
  );
}

type Props = { company: FoundCompany; access: NonNullable<FoundCompany['access']>; inn: string };

const STATE_TEXTS: Record<AccessState, string> = {
  closed: 'Эта компания уже подключена к программе. Доступ к её кабинету открывает администратор компании.',
  asked:
    'Администратор компании увидит вашу просьбу в разделе «Доступ». Когда он откроет доступ, обновите страницу.',
  declined: 'Администратор компании отклонил вашу просьбу о доступе.',
};

/**
 * A client's INN alone gives no access. The user learns this before filling in an order, and can request access here.
 */
function ClosedCompany({ company, access, inn }: Props) {
  const ask = useEndpointAction(askForAccess, {
    refresh: [checkInn],
    left: { failed: 'Просьба о доступе не отправлена' },
  });
  return (
    <Notice
      tone={access === 'asked' ? 'go' : 'warn'}
      title={company.title}
      action={
        access !== 'asked' && (
          <Button size="small" pending={ask.isPending} onClick={() => ask.mutate({ body: { inn } })}>
            {access === 'declined' ? 'Попросить ещё раз' : 'Попросить доступ'}
          </Button>
        )
      }
    >
      {ask.error ? ask.error.message : STATE_TEXTS[access]}
    </Notice>
  );
}
