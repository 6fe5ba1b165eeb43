import { can } from '#contract/access.ts';
import { type Duties, readExceptionDuty } from '#contract/fleet/exception-duty.ts';
import { EXCEPTION_DUE_MINUTES } from '#contract/fleet/exceptions.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { counted } from '#contract/values/counted.ts';
import { Button } from '../../../ui/Button.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { DutyModal } from './DutyModal.tsx';
import styles from './Exceptions.module.css';

/** «Через 15 минут». */
const IN_MINUTES = ['минуту', 'минуты', 'минут'] as const;

/** «Кто отвечает»: whose turn it is first, whose then, and within what time. */
export function DutyPanel() {
  const mayName = can(useRole(), 'assignRoles');
  const { show, dialog } = useDialogs();
  const read = useRead(readExceptionDuty);
  if (read.isLoadingError)
    return <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />;
  if (!read.data) return null;
  const { duties } = read.data.data;
  return (
    <Panel title="Кто отвечает">
      {duties.length === 0 && (
        <p>
          Никто не назначен: о просьбе узнают администраторы и менеджеры, а без ответа через{' '}
          {counted(EXCEPTION_DUE_MINUTES, IN_MINUTES)} ещё раз администраторы.
        </p>
      )}
      {duties.length > 0 && (
        <ul className={styles.duties}>
          {duties.map((duty) => (
            <li key={duty.group?.id ?? 0}>
              <strong>{duty.group ? `Группа «${duty.group.title}»` : 'Все карты'}</strong>:{' '}
              {formatOrder(duty)}, на ответ {counted(duty.due_minutes, ['минута', 'минуты', 'минут'])}
            </li>
          ))}
        </ul>
      )}
      {mayName && (
        <Button
          size="small"
          className={styles.actions}
          onClick={() => show((onClose) => <DutyModal known={read.data.data} onClose={onClose} />)}
        >
          Назначить
        </Button>
      )}
      {dialog}
    </Panel>
  );
}

function formatOrder({ first, second }: Duties['duties'][number]): string {
  return [first.name, second?.name, 'администраторы'].filter(Boolean).join(', затем ');
}
