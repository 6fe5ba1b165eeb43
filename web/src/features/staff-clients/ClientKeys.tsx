import { useState } from 'react';
import { listClientDeeds } from '#contract/client-parts.ts';
import { formatScopes } from '#contract/key-scopes.ts';
import { listClientKeys, revokeClientKey } from '#contract/keys.ts';
import { ReasonModal } from '../../staff/ReasonModal.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import { useStaffProblem } from '../../staff/use-staff-problem.ts';
import { useRead } from '../../state/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ReadFailed } from '../../ui/ReadFailed.tsx';
import styles from './Clients.module.css';

type Asked = { id: number; title: string };

/** The keys in use by a client's programs, and how to end one; nothing where there are none. */
export function ClientKeys({ companyId }: { companyId: number }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const problem = useStaffProblem('staff.serveClients');
  const read = useRead(listClientKeys, { params: { id: companyId } });
  const open = (read.data?.data ?? []).filter(({ state }) => state === 'active');
  if (open.length === 0) return <ReadFailed what="Ключи клиента не загрузились." reads={[read]} />;
  return (
    <Panel title="Ключи клиента">
      <ul className={styles.list}>
        {open.map((item) => (
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
              onClick={() => setAsked(item)}
            >
              Отозвать
            </Button>
          </li>
        ))}
      </ul>
      {asked && <RevokeModal companyId={companyId} asked={asked} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

type Props = { companyId: number; asked: Asked; onClose: () => void };

function RevokeModal({ companyId, asked, onClose }: Props) {
  const action = useStaffAction(revokeClientKey, {
    name: 'Отзыв ключа клиента',
    refresh: [listClientKeys, listClientDeeds],
  });
  const params = { id: companyId, keyId: asked.id };
  return (
    <ReasonModal
      title={`Отозвать ключ «${asked.title}»`}
      submitLabel="Отозвать"
      label="Причина, её увидят сотрудники клиента"
      missing="Укажите причину"
      deed={action}
      onSubmit={(reason) => action.mutate({ params, body: { reason } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>Программа клиента с этим ключом сразу перестанет работать.</p>
    </ReasonModal>
  );
}
