import { listClientMailings } from '#contract/companies/client-mailings.ts';
import { MAILED_REPORT_TITLE, type MailingRhythm, type MailingState } from '#contract/insights/mailings.ts';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { StopMailingDialog } from './client-dialogs.tsx';
import styles from './Clients.module.css';

const RHYTHMS: Record<MailingRhythm, string> = {
  day: 'каждый день',
  week: 'каждую неделю',
  month: 'каждый месяц',
};
const STATES: Record<MailingState, string> = {
  on: '',
  paused: 'остановлена',
  stopped: 'остановлена: автор больше не видит данные',
};

/** The reports that a client has sent to itself, to read and to stop; nothing where there are none. */
export function ClientMailings({ companyId }: { companyId: number }) {
  const { open, dialog } = useDialogs();
  const problem = useStaffProblem('staff.serveClients');
  const read = useRead(listClientMailings, { params: { id: companyId } });
  const all = read.data?.data ?? [];
  if (all.length === 0) return <ReadFailed what="Рассылки клиента не загрузились." reads={[read]} />;
  return (
    <Panel title="Рассылки клиента">
      <ul className={styles.list}>
        {all.map((item) => (
          <li key={item.id} className={styles.person}>
            <span className={styles.lines}>
              <span>{item.title}</span>
              <span className={styles.quiet}>
                {MAILED_REPORT_TITLE[item.report]}, {RHYTHMS[item.rhythm]}, автор {item.author}
              </span>
              <span className={styles.quiet}>{item.addresses.map(({ email }) => email).join(', ')}</span>
              <span className={styles.quiet}>
                {item.next_at ? (
                  <>
                    Следующая <DateText value={item.next_at} style="datetime" />
                  </>
                ) : (
                  STATES[item.state]
                )}
              </span>
            </span>
            {item.state === 'on' && (
              <Button
                size="small"
                variant="quiet"
                aria-label={`Остановить рассылку клиента: ${item.title}`}
                disabled={problem !== null}
                disabledReason={problem ?? ''}
                onClick={() => open(StopMailingDialog, { companyId, id: item.id, title: item.title })}
              >
                Остановить
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </Panel>
  );
}
