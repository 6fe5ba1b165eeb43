import { useState } from 'react';
import { NAME_MAX_LENGTH } from '#contract/auth.ts';
import { askForPhone, PHONE_CHANGE_HOURS } from '#contract/phone-changes.ts';
import { PHONE_MESSAGE } from '#contract/phone.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { PhoneField } from '../../forms/PhoneField.tsx';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

const NOTHING = {
  phoneText: '',
  phone: null as string | null,
  newText: '',
  newPhone: null as string | null,
  name: '',
  comment: '',
};

/** Lets a user who has lost the phone for signing in request another. The answer reveals nothing about the old one. */
export function LostPhoneForm() {
  const [draft, setDraft] = useState(NOTHING);
  const action = useEndpointAction(askForPhone);
  const refusals = action.error?.fields ?? {};
  const change = (next: Partial<typeof NOTHING>) => setDraft({ ...draft, ...next });

  if (action.isSuccess) {
    return (
      <Stack>
        <Notice tone="info" title="Заявка принята">
          Если по старому номеру кто-то входит, мы сверим данные и позвоним. Новый номер начнёт работать через{' '}
          {PHONE_CHANGE_HOURS} часа после того, как его разрешат двое наших сотрудников. Об этом придёт СМС на
          старый номер и письмо администраторам компании.
        </Notice>
        <TextLink to={paths.login}>Ко входу</TextLink>
      </Stack>
    );
  }
  return (
    <FormShell
      submitLabel="Отправить заявку"
      loading={action.isPending}
      error={action.error}
      ownFields={['phone', 'new_phone', 'name', 'comment']}
      disabledReason={whatIsMissing(draft)}
      onSubmit={() =>
        action.mutate({
          body: {
            phone: draft.phone ?? draft.phoneText,
            new_phone: draft.newPhone ?? draft.newText,
            name: draft.name,
            comment: draft.comment,
          },
        })
      }
    >
      <PhoneField
        label="Старый номер"
        autoComplete="off"
        value={draft.phoneText}
        readOnly={action.isPending}
        onChange={(phoneText, phone) => change({ phoneText, phone })}
        error={refusals.phone?.[0] ?? null}
      />
      <PhoneField
        label="Новый номер"
        autoComplete="tel"
        value={draft.newText}
        readOnly={action.isPending}
        onChange={(newText, newPhone) => change({ newText, newPhone })}
        error={refusals.new_phone?.[0] ?? null}
      />
      <TextField
        label="Имя и фамилия"
        value={draft.name}
        maxLength={2 * NAME_MAX_LENGTH}
        readOnly={action.isPending}
        onChange={(name) => change({ name })}
        error={refusals.name?.[0] ?? null}
      />
      <TextArea
        label="Что случилось и как вас проверить"
        help="Например: компания, её ИНН, кто может подтвердить, что это вы"
        value={draft.comment}
        onChange={(comment) => change({ comment })}
        error={refusals.comment?.[0] ?? null}
        rows={3}
      />
    </FormShell>
  );
}

function whatIsMissing({ phone, newPhone, name, comment }: typeof NOTHING): string | null {
  if (!phone || !newPhone) return PHONE_MESSAGE;
  if (!name.trim()) return 'Укажите имя и фамилию';
  return comment.trim() ? null : 'Напишите, как вас проверить';
}
