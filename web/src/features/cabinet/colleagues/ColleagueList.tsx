import { useState } from 'react';
import type { z } from 'zod';
import { ROLE_TITLE } from '#contract/access.ts';
import { attachRole, detachRole, listColleagues, type colleague } from '#contract/identity/colleagues.ts';
import { ROLE } from '#contract/ids.ts';
import { formatPhone } from '#contract/values/phone.ts';
import { reportFailure } from '../../../server/report-failure.ts';
import { CATALOGUE } from '../../../forms/failure-catalogue.ts';
import { useSession } from '../../../server/session.ts';
import { defineQuestionDialog } from '../../../actions/define-confirm-dialog.tsx';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { ClampedText } from '../../../ui/ClampedText.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { InviteColleagueDialog } from './InviteColleagueDialog.tsx';
import styles from './ColleagueList.module.css';

type Colleague = z.infer<typeof colleague>;

const NO_ROLE = 'none';
const ROLES = [
  { value: String(ROLE.admin), label: ROLE_TITLE.admin },
  { value: String(ROLE.manager), label: ROLE_TITLE.manager },
  { value: String(ROLE.specialist), label: ROLE_TITLE.specialist },
  { value: NO_ROLE, label: ROLE_TITLE.none },
];

/** Describes what the colleague can do from then on; follows the name. */
const ROLE_DESCRIPTIONS: Record<string, string> = {
  [String(ROLE.admin)]: 'всё, что может менеджер, и роли других сотрудников.',
  [String(ROLE.manager)]: 'карты, деньги и документы без ограничений. Роли назначает администратор.',
  [String(ROLE.specialist)]: 'смотрит всё, ничего не меняет.',
  [NO_ROLE]: 'больше не увидит кабинет компании. Вернуть доступ можно здесь же.',
};

/**
 * «Доступ»: the colleagues, with a radio choice of roles for each. Each change needs a confirmation, since one click
 * would take a colleague's access. Users cannot change their own role (spec section 6).
 */
export function ColleagueList() {
  const ownId = useSession().profile?.id;
  const colleagues = useRead(listColleagues);
  const { open, dialog } = useDialogs();
  const [failed, setFailed] = useState<{ id: number; message: string } | null>(null);
  const attach = useEndpointAction(attachRole, { refresh: [listColleagues], onFailure: reportRoleFailure });
  const detach = useEndpointAction(detachRole, { refresh: [listColleagues], onFailure: reportRoleFailure });

  if (!colleagues.data && colleagues.error)
    return <LoadError onReload={() => void colleagues.refetch()} message={colleagues.error.message} />;
  if (!colleagues.data) return <ListSkeleton count={3} />;

  function change(id: number, roleId: number | null) {
    setFailed(null);
    // Besides the alert, a message stays on the colleague's line.
    const onError = (error: Error) => setFailed({ id, message: error.message });
    if (roleId === null) detach.mutate({ body: { id } }, { onError });
    else attach.mutate({ query: { id, role_id: roleId } }, { onError });
  }

  const changing = attach.isPending || detach.isPending;
  const refused = attach.isError || detach.isError ? failed : null;
  return (
    <Stack gap="3">
      <div>
        <Button variant="primary" onClick={() => open(InviteColleagueDialog, null)}>
          Добавить сотрудника
        </Button>
      </div>
      <Panel variant="flush">
        <ul className={styles.list}>
          {colleagues.data.data.map((person) => (
            <li key={person.id} className={styles.person}>
              <div className={styles.who}>
                <ClampedText className={styles.name}>{formatName(person)}</ClampedText>
                <span className={styles.quiet}>
                  {formatPhone(person.phone)}
                  {person.id === ownId && ' · это вы, свою роль меняет другой администратор'}
                </span>
              </div>
              <Segmented
                label={`Роль: ${formatName(person)}`}
                labelHidden
                options={ROLES}
                value={String(person.role_id ?? NO_ROLE)}
                disabled={person.id === ownId}
                deliberate
                busy={changing}
                onChange={(role) =>
                  open(RoleDialog, {
                    item: { person, role },
                    onConfirm: () => change(person.id, role === NO_ROLE ? null : Number(role)),
                  })
                }
              />
              {refused?.id === person.id && <Notice tone="error">{refused.message}</Notice>}
            </li>
          ))}
        </ul>
      </Panel>
      {dialog}
    </Stack>
  );
}

/** Asks only: the line of the colleague shows the outcome. */
const RoleDialog = defineQuestionDialog({
  title: ({ role }: { person: Colleague; role: string }) =>
    role === NO_ROLE ? 'Закрыть доступ?' : 'Изменить роль?',
  confirmLabel: ({ role }) => (role === NO_ROLE ? 'Закрыть доступ' : 'Изменить'),
  danger: ({ role }) => role === NO_ROLE,
  text: ({ person, role }) => (
    <p>
      {formatName(person)}: {ROLE_DESCRIPTIONS[role]}
    </p>
  ),
});

/** Shown also to a user who has left the page meanwhile: a colleague may still have an access that was to be taken. */
function reportRoleFailure(failure: Error): void {
  reportFailure(CATALOGUE.roleNotChanged, failure);
}

function formatName(person: Colleague): string {
  return [person.firstname, person.lastname].filter(Boolean).join(' ') || formatPhone(person.phone);
}
