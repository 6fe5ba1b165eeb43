import { useState } from 'react';
import { ROLE_TITLE } from '#contract/access.ts';
import { inviteColleague, listColleagues } from '#contract/colleagues.ts';
import { ROLE } from '#contract/ids.ts';
import { PHONE_MESSAGE } from '#contract/phone.ts';
import { useDeed } from '../../api/use-call.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { PhoneField } from '../../forms/PhoneField.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';

/** Invites a colleague by phone; the colleague signs in by a code like everyone else. */
export function InviteColleagueModal({ onClose }: { onClose: () => void }) {
  const [phone, setPhone] = useState<{ text: string; phone: string | null }>({ text: '', phone: null });
  const [firstname, setFirstname] = useState('');
  const [lastname, setLastname] = useState('');
  const [roleId, setRoleId] = useState(String(ROLE.specialist));
  const deed = useDeed(inviteColleague, { refresh: [listColleagues] });
  const { phone: phoneErrors, firstname: nameErrors, ...fields } = deed.error?.fields ?? {};
  const ownFields = Boolean(phoneErrors ?? nameErrors);

  function invite() {
    deed.mutate(
      { body: { phone: phone.phone ?? phone.text, firstname, lastname, role_id: Number(roleId) } },
      { onSuccess: onClose },
    );
  }

  return (
    <Modal opened onClose={onClose} title="Добавить сотрудника" busy={deed.isPending}>
      <FormShell
        submitLabel="Добавить"
        loading={deed.isPending}
        error={deed.error ? { message: ownFields ? null : deed.error.message, fields } : null}
        disabledReason={!phone.phone ? PHONE_MESSAGE : firstname.trim() ? null : 'Укажите имя сотрудника'}
        onSubmit={invite}
      >
        <PhoneField
          label="Телефон"
          autoComplete="off"
          value={phone.text}
          readOnly={deed.isPending}
          onChange={(text, read) => setPhone({ text, phone: read })}
          error={phoneErrors?.[0] ?? null}
          autoFocus
        />
        <TextField
          label="Имя"
          value={firstname}
          readOnly={deed.isPending}
          onChange={setFirstname}
          error={nameErrors?.[0] ?? null}
        />
        <TextField
          label="Фамилия"
          optional
          value={lastname}
          readOnly={deed.isPending}
          onChange={setLastname}
        />
        <Select
          label="Роль"
          value={roleId}
          disabled={deed.isPending}
          onChange={setRoleId}
          options={[
            { value: String(ROLE.admin), label: ROLE_TITLE.admin },
            { value: String(ROLE.manager), label: ROLE_TITLE.manager },
            { value: String(ROLE.specialist), label: ROLE_TITLE.specialist },
          ]}
        />
      </FormShell>
    </Modal>
  );
}
