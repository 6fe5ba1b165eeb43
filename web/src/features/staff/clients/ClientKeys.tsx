import { formatScopes } from '#contract/companies/key-scopes.ts';
import { listClientKeys } from '#contract/companies/keys.ts';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { RevokeKeyDialog } from './client-dialogs.tsx';
import styles from './Clients.module.css';

/** The keys in use by a client's programs, and how to end one; nothing where there are none. */
export function ClientKeys({ companyId }: { companyId: number }) {
  const { open, dialog } = useDialogs();
  const problem = useStaffProblem('staff.serveClients');
  const read = useRead(listClientKeys, { params: { id: companyId } });
  const active = (read.data?.data ?? []).filter(({ state }) => state === 'active');
  if (active.length === 0) return <ReadFailed what="Ключи клиента не загрузились." reads={[read]} />;
  return (
    <Panel title="Ключи клиента">
      <ul className={styles.list}>
        {active.map((item) => (
          <li key={item.id} className={styles.person}>
            <span className={styles.lines}>
              <span>{item.title}</span>
              <span className={styles.quiet}>Может {formatScopes(item.scopes)}</span>
              <span className={styles.quiet}>
                {item.used ? (
                  <>
                    Вызов <DateText value={item.used.at} style="datetime" /> с адреса {item.used.address}
                  </>
                ) : (
                  'Ещё не использовался'
                )}
              </span>
            </span>
            <Button
              size="small"
              variant="quiet"
              aria-label={`Отозвать ключ клиента: ${item.title}`}
              disabled={problem !== null}
              disabledReason={problem ?? ''}
              onClick={() => open(RevokeKeyDialog, { companyId, id: item.id, title: item.title })}
            >
              Отозвать
            </Button>
          </li>
        ))}
      </ul>
      {dialog}
    </Panel>
  );
}
