import { useState } from 'react';
import { ROLE_TITLE } from '#contract/access.ts';
import {
  declineAccess,
  grantAccess,
  listAccessRequests,
  listColleagues,
} from '#contract/identity/colleagues.ts';
import { ROLE } from '#contract/ids.ts';
import { formatPhone } from '../../../cards/describe-card.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';

const ROLES = [ROLE.specialist, ROLE.manager, ROLE.admin].map((id) => ({
  value: String(id),
  label: ROLE_TITLE[id === ROLE.admin ? 'admin' : id === ROLE.manager ? 'manager' : 'specialist'],
}));

/** Requests of users who know the company's INN and ask for access. The admin grants it with a role, or declines. */
export function AccessRequests() {
  const waiting = useRead(listAccessRequests);
  const people = waiting.data?.data ?? [];
  if (people.length === 0) return null;
  return (
    <Panel title="Просят доступ">
      <Stack gap="3">
        {people.map((person) => (
          <AccessRequestRow
            key={person.id}
            id={person.id}
            phone={formatPhone(person.phone)}
            name={[person.firstname, person.lastname].filter(Boolean).join(' ') || formatPhone(person.phone)}
          />
        ))}
      </Stack>
    </Panel>
  );
}

function AccessRequestRow({ id, name, phone }: { id: number; name: string; phone: string }) {
  const [role, setRole] = useState<string>(String(ROLE.specialist));
  const refresh = [listAccessRequests, listColleagues];
  const grant = useEndpointAction(grantAccess, { refresh, left: { failed: `Доступ не открыт: ${name}` } });
  const decline = useEndpointAction(declineAccess, {
    refresh,
    left: { failed: `Просьба не отклонена: ${name}` },
  });
  const failure = grant.error ?? decline.error;
  const busy = grant.isPending || decline.isPending;
  return (
    <div role="group" aria-label={`Просит доступ: ${name}`}>
      <Stack>
        <p>
          {name}, <span className="tabular">{phone}</span>
        </p>
        <Row>
          <Select
            label={`Роль: ${name}`}
            labelHidden
            options={ROLES}
            value={role}
            onChange={setRole}
            disabled={busy}
          />
          <Button
            variant="primary"
            pending={grant.isPending}
            disabled={decline.isPending}
            disabledReason="Просьба отклоняется"
            onClick={() => grant.mutate({ params: { id }, body: { role_id: Number(role) } })}
          >
            Открыть доступ
          </Button>
          <Button
            variant="quiet"
            pending={decline.isPending}
            disabled={grant.isPending}
            disabledReason="Доступ открывается"
            onClick={() => decline.mutate({ params: { id } })}
          >
            Отклонить
          </Button>
        </Row>
        {failure && <Notice tone="error">{failure.message}</Notice>}
      </Stack>
    </div>
  );
}
