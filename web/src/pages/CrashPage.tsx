import { useCallback, useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { isMissingPart, mayReloadForPart } from '../lib/missing-part.ts';
import { NO_CONNECTION } from '../server/client.ts';
import { isReachable } from '../server/is-reachable.ts';
import { logFailure } from '../server/report-failure.ts';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Logo } from '../ui/Logo.tsx';
import styles from './SignPage.module.css';

/**
 * Shown when a page breaks. If the page's code can't be loaded, it first reloads once by itself, because after an
 * update the old files are gone. It reports only what is known: a part is missing, or the page failed. It uses the kit
 * only, so that a failure elsewhere does not break it too. Once a lost connection is back, it reloads by itself. If the
 * portal can't be reached it stays, because the browser's own page would be a dead end.
 */
export function CrashPage() {
  const error = useRouteError();
  const isMissing = isMissingPart(error);
  const [reloads, setReloads] = useState(() => isMissing && mayReloadForPart());
  const [state, setState] = useState<'idle' | 'trying' | 'unreached'>('idle');
  const load = useCallback(async (address: string) => {
    setState('trying');
    if (!(await isReachable(address))) setState('unreached');
    else if (address === location.href) location.reload();
    else location.assign(address);
  }, []);
  useEffect(() => {
    if (!reloads) return logFailure('page crashed', error);
    void isReachable(location.href).then((reached) => {
      if (reached) return location.reload();
      setReloads(false);
      setState('unreached');
    });
  }, [error, reloads]);
  useEffect(() => {
    const reload = () => void load(location.href);
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [load]);
  // Nothing flashes while the new version is on its way.
  if (reloads) return null;
  return (
    <main className={styles.alone}>
      <Logo />
      <div className={styles.page}>
        <h1 className="type-headline">Страница не открылась</h1>
        <p className="ink-2">
          {isMissing
            ? 'Её часть не загрузилась. Загрузите страницу ещё раз.'
            : 'В ней произошла ошибка, мы о ней узнаем. Загрузите страницу ещё раз. Если не поможет, позвоните в поддержку.'}
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
