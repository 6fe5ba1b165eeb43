import { useState } from 'react';
import { NAME_MAX_LENGTH } from '#contract/auth.ts';
import { readConsent } from '#contract/consents.ts';
import { EMAIL_MAX_LENGTH, emailProblem } from '#contract/email.ts';
import { REQUIRED } from '#contract/fields.ts';
import { CallFailed } from '../../server/client.ts';
import type { Tokens } from '../../server/session.ts';
import { useAction } from '../../state/use-action.ts';
import { queryClient, useRead } from '../../state/use-call.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { LinkButton } from '../../ui/TextLink.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ConsentModal } from './ConsentModal.tsx';
import { sayWhy } from './say-why.ts';
import { openSession, saveName } from './sign-in.ts';

const CONSENT_NEEDED = 'Без согласия мы не можем хранить ваши имя и почту';
const CONSENT_UNREAD = 'Текст согласия не загрузился. Попробуйте ещё раз';

/** Name and e-mail, both required, and a separate consent that is never ticked in advance. */
export function NameStep({ tokens }: { tokens: Tokens }) {
  const [reading, setReading] = useState(false);
  const wording = useRead(readConsent);
  const unread = wording.isError && !wording.data;
  const form = useForm({
    values: { firstname: '', email: '', consent: false },
    check: ({ firstname, email, consent }) => ({
      ...findProblems(firstname, email),
      consent: consent ? null : CONSENT_NEEDED,
    }),
  });
  const save = useAction({
    mutationFn: async (input: { firstname: string; email: string }) => {
      await saveName(tokens, { ...input, consentVersion: (await wordingRead()).version });
      await openSession(tokens);
      // The consent was read without a session, when it was not given yet.
      void queryClient.resetQueries({ queryKey: [readConsent.name] });
    },
    // The wording may have changed: read it again and have it ticked again.
    onError: (error) => {
      if (!(error instanceof CallFailed) || error.code !== 409) return;
      form.set({ consent: false });
      void wording.refetch();
    },
  });
  const refused = save.error instanceof CallFailed ? save.error.fields : {};
  /** The wording that was ticked; waits for it where it is still on its way. */
  async function wordingRead() {
    const read = wording.data ?? (await wording.refetch({ cancelRefetch: false, throwOnError: true })).data;
    return (read as NonNullable<typeof read>).data;
  }

  const agreed = form.checkbox('consent');
  return (
    <>
      <FormShell
        form={form}
        onSubmit={({ firstname, email }) => save.mutate({ firstname: firstname.trim(), email: email.trim() })}
        submitLabel="Продолжить"
        action={{
          isPending: save.isPending,
          error: save.error
            ? {
                fields: refused,
                message: unread || Object.keys(refused).length > 0 ? null : sayWhy(save.error),
              }
            : null,
        }}
      >
        <TextField
          label="Имя"
          name="firstname"
          autoComplete="given-name"
          maxLength={NAME_MAX_LENGTH}
          {...form.field('firstname')}
          readOnly={save.isPending}
          autoFocus
        />
        <TextField
          label="Электронная почта"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={EMAIL_MAX_LENGTH}
          help="Сюда придут письмо о готовности карт и документы"
          {...form.field('email')}
          readOnly={save.isPending}
        />
        <div>
          <Checkbox
            name="consent"
            label="Даю согласие на обработку моих персональных данных"
            {...agreed}
            error={agreed.error ?? (unread && save.isError ? CONSENT_UNREAD : null)}
            // Not disabled: the focus stays.
            onChange={(consent) => save.isPending || form.set({ consent })}
          />
          <LinkButton quiet onClick={() => setReading(true)}>
            Прочитать текст согласия
          </LinkButton>
        </div>
      </FormShell>
      <ConsentModal opened={reading} onClose={() => setReading(false)} />
    </>
  );
}

/** An empty field gets the words of spec section 5, a malformed one those of the contract. */
function findProblems(firstname: string, email: string): { firstname: string | null; email: string | null } {
  return {
    firstname: firstname.trim() === '' ? REQUIRED : null,
    email: email.trim() === '' ? REQUIRED : emailProblem(email),
  };
}
