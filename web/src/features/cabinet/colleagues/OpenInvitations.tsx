import type { z } from 'zod';
import { ROLE_TITLE, roleFromId } from '#contract/access.ts';
import type { invitation } from '#contract/identity/colleagues.ts';
import type { RoleId } from '#contract/ids.ts';
import { listInvitations, withdrawInvitation } from '#contract/identity/invitations.ts';
import { formatPhone } from '#contract/values/phone.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { ClampedText } from '../../../ui/ClampedText.tsx';
import styles from './ColleagueList.module.css';

/** Invitations without an answer; until then the person is no colleague. */
export function OpenInvitations() {
  const read = useRead(listInvitations);
  const open = read.data?.data ?? [];
  if (open.length === 0) return <ReadFailed what="Приглашения не загрузились." reads={[read]} />;
  return (
    <Panel title="Приглашения" variant="flush">
      <ul className={styles.list}>
        {open.map((item) => (
          <InvitationRow key={item.id} invited={item} />
        ))}
      </ul>
    </Panel>
  );
}

function InvitationRow({ invited }: { invited: z.infer<typeof invitation> }) {
  const { id, firstname, lastname, phone, role_id, expires_at } = invited;
  const name = [firstname, lastname].filter(Boolean).join(' ');
  const withdraw = useEndpointAction(withdrawInvitation, {
    refresh: [listInvitations],
    refreshAfter: ({ code }) => code === 404,
    left: { failed: `Приглашение не отозвано: ${name}` },
  });
  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <ClampedText className={styles.name}>{name}</ClampedText>
        <span className={styles.quiet}>
          {formatPhone(phone)} · {ROLE_TITLE[roleFromId(role_id as RoleId)]} · ждём ответа до{' '}
          <DateText value={expires_at} />
        </span>
        {withdraw.error && <Notice tone="error">{withdraw.error.message}</Notice>}
      </div>
      <Button
        variant="quiet"
        size="small"
        pending={withdraw.isPending}
        aria-label={`Отозвать приглашение: ${name}`}
        onClick={() => withdraw.mutate({ params: { id } })}
      >
        Отозвать
      </Button>
    </li>
  );
}
