import { useState } from 'react';
import { useSession } from '../api/session.ts';
import { useOperator } from '../api/use-operator.ts';
import { SignOutModal } from '../features/cabinet/SignOutModal.tsx';
import { telHref } from '../layouts/PublicLayout.tsx';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { OuterLink } from '../ui/TextLink.tsx';
import { PublicFrame } from './PublicFrame.tsx';
import styles from './SignPage.module.css';

/** `/permissions-denied`: for a colleague without a role; the gate leads anybody who has one to the cabinet. */
export default function PermissionsDeniedPage() {
  const { phone } = useOperator();
  const { tokens } = useSession();
  const [leaving, setLeaving] = useState(false);
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
              <OuterLink href={telHref(phone)}>{phone}</OuterLink>.
            </>
          )}
        </p>
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
