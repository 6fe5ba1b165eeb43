import { NAME_MAX_LENGTH } from '#contract/identity/auth.ts';
import { askForPhone, PHONE_CHANGE_HOURS } from '#contract/identity/phone-changes.ts';
import { normalizePhone, PHONE_MESSAGE } from '#contract/values/phone.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { PhoneField } from '../../../forms/PhoneField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { paths } from '../../../paths.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';

const NOTHING = { phone: '', newPhone: '', name: '', comment: '' };

/** Lets a user who has lost the phone for signing in request another. The answer reveals nothing about the old one. */
export function LostPhoneForm() {
  const form = useForm({ values: NOTHING });
  const action = useEndpointAction(askForPhone);

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
      form={form}
      submitLabel="Отправить заявку"
      action={action}
      disabledReason={findMissingField(form.values)}
      onSubmit={({ phone, newPhone, ...about }) =>
        action.mutate({
          body: {
            phone: normalizePhone(phone) ?? phone,
            new_phone: normalizePhone(newPhone) ?? newPhone,
            ...about,
          },
        })
      }
    >
      <PhoneField
        label="Старый номер"
        autoComplete="off"
        {...form.field('phone')}
        readOnly={action.isPending}
      />
      <PhoneField
        label="Новый номер"
        autoComplete="tel"
        {...form.field('newPhone')}
        readOnly={action.isPending}
      />
      <TextField
        label="Имя и фамилия"
        {...form.field('name')}
        maxLength={2 * NAME_MAX_LENGTH}
        readOnly={action.isPending}
      />
      <TextArea
        label="Что случилось и как вас проверить"
        help="Например: компания, её ИНН, кто может подтвердить, что это вы"
        {...form.field('comment')}
        rows={3}
      />
    </FormShell>
  );
}

function findMissingField({ phone, newPhone, name, comment }: typeof NOTHING): string | null {
  if (!normalizePhone(phone) || !normalizePhone(newPhone)) return PHONE_MESSAGE;
  if (!name.trim()) return 'Укажите имя и фамилию';
  return comment.trim() ? null : 'Напишите, как вас проверить';
}
