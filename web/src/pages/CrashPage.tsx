import { useCallback, useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { NO_CONNECTION } from '../server/client.ts';
import { isReached } from '../server/is-reached.ts';
import { logFailure } from '../server/tell-failure.ts';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Logo } from '../ui/Logo.tsx';
import styles from './SignPage.module.css';

/**
 * Shown when a page breaks or its code cannot be loaded: after an update the old files are gone, and reloading helps.
 * It uses the kit only, so that whatever broke elsewhere does not break it too. Once a lost connection is back, it
 * reloads by itself. Where the portal cannot be reached it stays: the browser's own page would be a dead end.
 */
export function CrashPage() {
  const error = useRouteError();
  const [state, setState] = useState<'idle' | 'trying' | 'unreached'>('idle');
  const load = useCallback(async (address: string) => {
    setState('trying');
    if (!(await isReached(address))) setState('unreached');
    else if (address === location.href) location.reload();
    else location.assign(address);
  }, []);
  useEffect(() => logFailure('page crashed', error), [error]);
  useEffect(() => {
    const reload = () => void load(location.href);
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [load]);
  return (
    <main className={styles.alone}>
      <Logo />
      <div className={styles.page}>
        <h1 className="type-headline">Страница не открылась</h1>
        <p className="ink-2">
          Возможно, вышла новая версия или прервалась связь. Загрузите страницу ещё раз.
        </p>
        <div role="alert">{state === 'unreached' && <p>{NO_CONNECTION}</p>}</div>
        <p className={styles.ways}>
          <Button variant="primary" pending={state === 'trying'} onClick={() => void load(location.href)}>
            Загрузить ещё раз
          </Button>
          <ButtonLink
            to={paths.landing}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              void load(event.currentTarget.href);
            }}
          >
            На главную
          </ButtonLink>
        </p>
      </div>
    </main>
  );
}
