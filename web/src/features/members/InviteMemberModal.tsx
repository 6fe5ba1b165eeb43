import { useState } from 'react';
import { NAME_MAX_LENGTH } from '#contract/auth.ts';
import { inviteMember, listMembers } from '#contract/members.ts';
import { PHONE_MESSAGE } from '#contract/phone.ts';
import type { StaffRole } from '#contract/staff-access.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { PhoneField } from '../../forms/PhoneField.tsx';
import { useProposals } from '../../staff/use-proposals.ts';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import { WaitingApprovals } from '../../staff/WaitingApprovals.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { RoleChoice } from './RoleChoice.tsx';

const EMPTY_FORM = {
  phoneText: '',
  phone: null as string | null,
  firstname: '',
  lastname: '',
  role: 'operator' as StaffRole,
};

/** Adds a member by phone, or proposes to, where the role takes two owners. */
export function InviteMemberModal({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(EMPTY_FORM);
  const { phoneText, phone, firstname, lastname, role } = draft;
  const action = useStaffAction(inviteMember, { name: 'Новый сотрудник', refresh: [listMembers] });
  const proposals = useProposals('member', 'staff.manageStaff');
  const waiting = phone === null ? [] : proposals.waiting({ phone }, inviteMember);
  const problem = phone === null ? PHONE_MESSAGE : proposals.problem(inviteMember, { phone });
  const refusals = action.error?.fields ?? {};
  const change = (next: Partial<typeof EMPTY_FORM>) => setDraft({ ...draft, ...next });
  return (
    <Modal opened onClose={onClose} title="Добавить сотрудника программы" busy={action.isPending}>
      <FormShell
        submitLabel="Добавить"
        loading={action.isPending}
        error={action.error}
        ownFields={['phone', 'firstname', 'lastname']}
        disabledReason={problem ?? (firstname.trim() ? null : 'Укажите имя сотрудника')}
        onSubmit={() =>
          action.mutate(
            { body: { phone: phone ?? phoneText, firstname, lastname, role } },
            { onSuccess: onClose },
          )
        }
      >
        <PhoneField
          label="Телефон"
          autoComplete="off"
          value={phoneText}
          readOnly={action.isPending}
          onChange={(text, read) => change({ phoneText: text, phone: read })}
          error={refusals.phone?.[0] ?? null}
          autoFocus
        />
        <WaitingApprovals approvals={waiting} />
        <TextField
          label="Имя"
          value={firstname}
          readOnly={action.isPending}
          maxLength={NAME_MAX_LENGTH}
          onChange={(text) => change({ firstname: text })}
          error={refusals.firstname?.[0] ?? null}
        />
        <TextField
          label="Фамилия"
          optional
          value={lastname}
          readOnly={action.isPending}
          maxLength={NAME_MAX_LENGTH}
          onChange={(text) => change({ lastname: text })}
          error={refusals.lastname?.[0] ?? null}
        />
        <RoleChoice value={role} disabled={action.isPending} onChange={(next) => change({ role: next })} />
        <p>
          Владельца и казначея назначают вдвоём; только единственный владелец назначает второго сам. Первые
          сутки новый сотрудник не решает вдвоём с теми, от кого по цепочке получил роль.
        </p>
      </FormShell>
    </Modal>
  );
}
