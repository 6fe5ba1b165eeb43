import type { z } from 'zod';
import { ROLE_TITLE, roleFromId } from '#contract/access.ts';
import type { RoleId } from '#contract/ids.ts';
import {
  acceptInvitation,
  declineInvitation,
  listOwnInvitations,
  type ownInvitation,
} from '#contract/identity/invitations.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';

/** Companies that want this person as a colleague; nothing where none does. */
export function OwnInvitations({ onAccepted }: { onAccepted: () => Promise<void> }) {
  const invitations = useRead(listOwnInvitations).data?.data ?? [];
  if (invitations.length === 0) return null;
  return (
    <Stack>
      {invitations.map((invitation) => (
        <Invitation key={invitation.id} invitation={invitation} onAccepted={onAccepted} />
      ))}
    </Stack>
  );
}

type Props = { invitation: z.infer<typeof ownInvitation>; onAccepted: () => Promise<void> };

function Invitation({ invitation, onAccepted }: Props) {
  const { id, company, role_id, expires_at } = invitation;
  const refresh = [listOwnInvitations];
  const accept = useEndpointAction(acceptInvitation, {
    refresh,
    refreshAfter: ({ code }) => code === 404,
    left: { failed: `Приглашение не принято: ${company.title}` },
  });
  const decline = useEndpointAction(declineInvitation, {
    refresh,
    refreshAfter: ({ code }) => code === 404,
    left: { failed: `Приглашение не отклонено: ${company.title}` },
  });
  const failure = accept.error ?? decline.error;
  return (
    <Notice
      title={`${company.title} приглашает вас`}
      action={
        <Row>
          <Button
            variant="primary"
            size="small"
            pending={accept.isPending}
            disabled={decline.isPending}
            disabledReason="Приглашение отклоняется"
            onClick={() => accept.mutate({ params: { id } }, { onSuccess: () => void onAccepted() })}
          >
            Принять
          </Button>
          <Button
            variant="quiet"
            size="small"
            pending={decline.isPending}
            disabled={accept.isPending}
            disabledReason="Приглашение принимается"
            onClick={() => decline.mutate({ params: { id } })}
          >
            Отклонить
          </Button>
        </Row>
      }
    >
      {failure ? (
        <span role="alert">{failure.message}</span>
      ) : (
        <>
          ИНН {company.inn}, роль «{ROLE_TITLE[roleFromId(role_id as RoleId)]}». Приглашение действует до{' '}
          <DateText value={expires_at} />.
        </>
      )}
    </Notice>
  );
}
