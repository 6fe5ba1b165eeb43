import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { recheckProfile } from '../state/refresh-profile.ts';
import { useSession } from '../server/session.ts';
import { useOperator } from '../state/use-operator.ts';
import { SignOutModal } from '../features/cabinet/frame/SignOutModal.tsx';
import { OwnInvitations } from '../features/account/invitations/OwnInvitations.tsx';
import { telHref } from '../lib/tel-href.ts';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { ExternalLink } from '../ui/text/TextLink.tsx';
import { PublicFrame } from './PublicFrame.tsx';
import styles from './SignPage.module.css';

/**
 * `/permissions-denied`: for a colleague without a role. A user who has got a role is led to the cabinet. The role is
 * checked again when the user comes back to the page, because the stream of changes is only for users who may read.
 */
export default function PermissionsDeniedPage() {
  const { phone } = useOperator();
  const { tokens, permissions } = useSession();
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    const recheck = () => void recheckProfile();
    window.addEventListener('focus', recheck);
    return () => window.removeEventListener('focus', recheck);
  }, []);
  if (permissions.length > 0) return <Navigate to={paths.cabinet} replace />;
  return (
    <PublicFrame title="Нет доступа" actions={null}>
      <div className={styles.page}>
        <h1 className="type-headline">Нет доступа</h1>
        <p>Обратитесь к администратору вашей компании</p>
        <p className="ink-2">
          Он назначит вам роль в разделе «Доступ» личного кабинета, и эта страница откроет вам карты.
          {phone && (
            <>
              {' '}
              Если администратора больше нет, позвоните нам:{' '}
              <ExternalLink href={telHref(phone)}>{phone}</ExternalLink>.
            </>
          )}
        </p>
        {tokens && <OwnInvitations onAccepted={async () => void (await recheckProfile())} />}
        <p className={styles.ways}>
          <ButtonLink to={paths.cabinet} variant="primary">
            Проверить снова
          </ButtonLink>
          {tokens && <ButtonLink to={paths.order('enter', '1')}>Подключить другую компанию</ButtonLink>}
          {tokens && <Button onClick={() => setLeaving(true)}>Выйти</Button>}
        </p>
      </div>
      <SignOutModal opened={leaving} onClose={() => setLeaving(false)} />
    </PublicFrame>
  );
}
