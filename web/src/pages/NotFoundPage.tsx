import { hasFuelAccess, isLoggedIn, useSession } from '../server/session.ts';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { PublicFrame } from './PublicFrame.tsx';
import styles from './SignPage.module.css';

/** Any unknown address (spec section 2). */
export default function NotFoundPage() {
  const session = useSession();
  const cabinet = isLoggedIn(session) && hasFuelAccess(session);
  return (
    <PublicFrame title="Страница не найдена">
      <div className={styles.page}>
        <p className={styles.sign} aria-hidden="true">
          404
        </p>
        <h1 className="type-headline">Страница не найдена.</h1>
        <p className="ink-2">Дорога здесь кончилась: адрес изменился или в нём опечатка.</p>
        <p className={styles.ways}>
          <ButtonLink to={cabinet ? paths.cabinet : paths.landing} variant="primary">
            {cabinet ? 'В личный кабинет' : 'На главную'}
          </ButtonLink>
        </p>
      </div>
    </PublicFrame>
  );
}
