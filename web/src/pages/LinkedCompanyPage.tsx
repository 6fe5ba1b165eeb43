import { useEffect, useState } from 'react';
import { CompanyChoice } from '../features/account/companies/CompanyChoice.tsx';
import { paths } from '../paths.ts';
import type { CallFailed } from '../server/client.ts';
import { useSession } from '../server/session.ts';
import { enterCompany } from '../state/enter-company.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { PublicFrame } from './PublicFrame.tsx';
import styles from './SignPage.module.css';

type Props = {
  companyId: number;
  /** The page that opens once the company is entered. */
  page: string;
};

/** Enters the company that a link names, or says that the user has no role there. */
export default function LinkedCompanyPage({ companyId, page }: Props) {
  const [failure, setFailure] = useState<CallFailed | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let current = true;
    enterCompany(companyId, page).catch((error: CallFailed) => current && setFailure(error));
    return () => {
      current = false;
    };
  }, [companyId, page, attempt]);
  if (failure === null) return null;
  if (failure.code === 404) return <NoRole />;
  return (
    <PublicFrame title="Ссылка не открылась" actions={null}>
      <div className={styles.page}>
        <h1 className="type-headline">Ссылка не открылась</h1>
        <p role="alert">{failure.message}</p>
        <p className={styles.ways}>
          <Button
            variant="primary"
            onClick={() => {
              setFailure(null);
              setAttempt(attempt + 1);
            }}
          >
            Попробовать ещё раз
          </Button>
          <ButtonLink to={paths.cabinet}>В кабинет</ButtonLink>
        </p>
      </div>
    </PublicFrame>
  );
}

function NoRole() {
  const { profile } = useSession();
  return (
    <PublicFrame title="Другая компания" actions={null}>
      <div className={styles.page}>
        <h1 className="type-headline">Ссылка на другую компанию</h1>
        <p>
          У вас нет роли в компании, для которой эта ссылка: её сняли, или её срок истёк. Роль даёт
          администратор той компании.
        </p>
        {(profile?.companies ?? 0) > 0 && (
          <>
            <h2 className="type-title">Ваши компании</h2>
            <CompanyChoice />
          </>
        )}
        <p className={styles.ways}>
          <ButtonLink to={paths.cabinet} variant="primary">
            {profile?.company ? `Остаться в ${profile.company.title}` : 'В кабинет'}
          </ButtonLink>
        </p>
      </div>
    </PublicFrame>
  );
}
