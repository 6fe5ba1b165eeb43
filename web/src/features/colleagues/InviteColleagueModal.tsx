import { useState } from 'react';
import { ROLE_TITLE } from '#contract/access.ts';
import { NAME_MAX_LENGTH } from '#contract/auth.ts';
import { inviteColleague } from '#contract/colleagues.ts';
import { ROLE } from '#contract/ids.ts';
import { listInvitations } from '#contract/invitations.ts';
import { PHONE_MESSAGE } from '#contract/phone.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { PhoneField } from '../../forms/PhoneField.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';

/** Invites a colleague by phone; he signs in by a code like everyone else, and accepts himself. */
export function InviteColleagueModal({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(EMPTY_FORM);
  const { phoneText, phone, firstname, lastname, roleId } = draft;
  const action = useEndpointAction(inviteColleague, {
    refresh: [listInvitations],
    left: { failed: `Сотрудник не добавлен: ${firstname} ${lastname}`.trim() },
  });
  const refusals = action.error?.fields ?? {};

  function change(next: Partial<typeof EMPTY_FORM>) {
    setDraft({ ...draft, ...next });
    action.reset();
  }
  function invite() {
    action.mutate(
      { body: { phone: phone ?? phoneText, firstname, lastname, role_id: Number(roleId) } },
      { onSuccess: onClose },
    );
  }

  return (
    <Modal opened onClose={onClose} title="Добавить сотрудника" busy={action.isPending}>
      <FormShell
        submitLabel="Добавить"
        loading={action.isPending}
        error={action.error}
        ownFields={['phone', 'firstname', 'lastname']}
        disabledReason={!phone ? PHONE_MESSAGE : firstname.trim() ? null : 'Укажите имя сотрудника'}
        onSubmit={invite}
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
        <Select
          label="Роль"
          value={roleId}
          disabled={action.isPending}
          onChange={(id) => change({ roleId: id })}
          options={[
            { value: String(ROLE.admin), label: ROLE_TITLE.admin },
            { value: String(ROLE.manager), label: ROLE_TITLE.manager },
            { value: String(ROLE.specialist), label: ROLE_TITLE.specialist },
          ]}
        />
        <p className="ink-2">Придёт СМС: сотрудник войдёт по этому телефону и сам примет приглашение.</p>
      </FormShell>
    </Modal>
  );
}

const EMPTY_FORM = {
  phoneText: '',
  phone: null as string | null,
  firstname: '',
  lastname: '',
  roleId: String(ROLE.specialist),
};
