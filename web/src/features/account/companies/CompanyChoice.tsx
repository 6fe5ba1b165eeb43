import { useState } from 'react';
import { ROLE_TITLE, roleFromId } from '#contract/access.ts';
import type { RoleId } from '#contract/ids.ts';
import { listCompanies } from '#contract/companies/own-companies.ts';
import { counted } from '#contract/values/counted.ts';
import type { CallFailed } from '../../../server/client.ts';
import { enterCompany } from '../../../state/enter-company.ts';
import { useRead } from '../../../state/use-call.ts';
import { joinClasses } from '../../../lib/join-classes.ts';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import styles from './CompanyChoice.module.css';

/** Lists the user's companies, each with the role there and what waits. A press enters one. */
export function CompanyChoice() {
  const companies = useRead(listCompanies);
  const [entered, setEntered] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  if (companies.isPending) return <TextSkeleton count={3} />;
  if (!companies.data) return <LoadError onReload={() => void companies.refetch()} />;

  function enter(id: number) {
    setEntered(id);
    setFailure(null);
    enterCompany(id).catch((error: CallFailed) => {
      setEntered(null);
      setFailure(error.message);
      void companies.refetch();
    });
  }

  return (
    <Stack>
      {failure && <p role="alert">{failure}</p>}
      <ul className={styles.companies}>
        {companies.data.data.map(({ id, title, inn, role_id, current, waiting }) => (
          <li key={id}>
            <button
              type="button"
              className={joinClasses(styles.company, current && styles.current)}
              aria-current={current || undefined}
              aria-disabled={current || entered !== null || undefined}
              aria-busy={entered === id || undefined}
              onClick={() => !current && entered === null && enter(id)}
            >
              <span className={styles.title}>{title}</span>
              <span className={styles.note}>
                ИНН {inn}, {ROLE_TITLE[roleFromId(role_id as RoleId)].toLowerCase()}
                {current && ', вы здесь'}
              </span>
              {waiting > 0 && (
                <span className={styles.waiting}>
                  {counted(waiting, ['дело ждёт', 'дела ждут', 'дел ждут'])}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
