import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { logFailure } from '../api/tell-failure.ts';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Logo } from '../ui/Logo.tsx';
import styles from './SignPage.module.css';

/**
 * Shown when a page breaks or its code cannot be loaded: after an update the old files are gone, and reloading helps.
 * It uses the kit only, so that whatever broke elsewhere does not break it too. Once a lost connection is back, it
 * reloads by itself.
 */
export function CrashPage() {
  const error = useRouteError();
  useEffect(() => logFailure('page crashed', error), [error]);
  useEffect(() => {
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  return (
    <main className={styles.alone}>
      <Logo />
      <div className={styles.page}>
        <h1 className="type-headline">Страница не открылась</h1>
        <p className="ink-2">
          Возможно, вышла новая версия или прервалась связь. Загрузите страницу ещё раз.
        </p>
        <p className={styles.ways}>
          <Button variant="primary" onClick={reload}>
            Загрузить ещё раз
          </Button>
          <ButtonLink to={paths.landing}>На главную</ButtonLink>
        </p>
      </div>
    </main>
  );
}

function reload(): void {
  location.reload();
}
