import { useState } from 'react';
import type { z } from 'zod';
import { endOtherSessions, endSession, listSessions, type ownSession } from '#contract/identity/sessions.ts';
import { defineConfirmDialog } from '../../../actions/define-confirm-dialog.tsx';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import styles from './SessionList.module.css';

type OwnSession = z.infer<typeof ownSession>;

const SHOWN_AT_FIRST = 8;
const REFRESH = [listSessions];

const EndOthersDialog = defineConfirmDialog<null, typeof endOtherSessions>({
  title: 'Завершить остальные сеансы?',
  confirmLabel: 'Завершить остальные',
  text: () => <p>Вы останетесь в кабинете только здесь. На других устройствах придётся войти снова.</p>,
  call: endOtherSessions,
  input: () => ({}),
  refresh: REFRESH,
  failed: 'Остальные сеансы не завершены',
});

/** Lists where the user is signed in. Each session but this one can be ended, or all of them at once. */
export function SessionList() {
  const read = useRead(listSessions);
  const { open, dialog } = useDialogs();
  const [all, setAll] = useState(false);
  if (!read.data && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!read.data) return <ListSkeleton count={3} label="Загружаются сеансы" />;
  const sessions = read.data.data;
  const shown = all ? sessions : sessions.slice(0, SHOWN_AT_FIRST);
  return (
    <Panel
      title="Сеансы"
      variant="flush"
      action={
        sessions.length > 1 && (
          <Button size="small" onClick={() => open(EndOthersDialog, null)}>
            Завершить остальные
          </Button>
        )
      }
    >
      <ul className={styles.list}>
        {shown.map((session) => (
          <Place key={session.id} session={session} />
        ))}
        {shown.length < sessions.length && (
          <li className={styles.session}>
            <Button variant="quiet" size="small" onClick={() => setAll(true)}>
              Показать все: {sessions.length}
            </Button>
          </li>
        )}
      </ul>
      {dialog}
    </Panel>
  );
}

function Place({ session }: { session: OwnSession }) {
  const { id, current, device, address } = session;
  const end = useEndpointAction(endSession, {
    refresh: REFRESH,
    left: { failed: `Сеанс не завершён: ${device}` },
  });
  return (
    <li className={styles.session}>
      <div className={styles.who}>
        <span className={styles.device}>
          {device}
          {current && <StatusLabel tone="go">этот сеанс</StatusLabel>}
        </span>
        <span className={styles.quiet}>
          {address && <>Сеть {address} · </>}
          {current ? 'вход ' : 'последнее действие '}
          <DateText value={current ? session.created_at : session.seen_at} style="datetime" />
        </span>
        {end.error && <Notice tone="error">{end.error.message}</Notice>}
      </div>
      {!current && (
        <Button
          variant="quiet"
          size="small"
          pending={end.isPending}
          aria-label={`Завершить: ${device}`}
          onClick={() => end.mutate({ params: { id } })}
        >
          Завершить
        </Button>
      )}
    </li>
  );
}
