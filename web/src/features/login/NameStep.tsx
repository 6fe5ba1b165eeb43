import { useRef, useState } from 'react';
import { NAME_MAX_LENGTH } from '#contract/auth.ts';
import { readConsent } from '#contract/consents.ts';
import { EMAIL_MAX_LENGTH, emailProblem } from '#contract/email.ts';
import { REQUIRED } from '#contract/fields.ts';
import { CallFailed } from '../../server/client.ts';
import type { Tokens } from '../../server/session.ts';
import { useAction } from '../../state/use-action.ts';
import { queryClient, useRead } from '../../state/use-call.ts';
import { FormShell } from '../../forms/FormShell.tsx';
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
  const [firstname, setFirstname] = useState('');
  const [email, setEmail] = useState('');
  const [consent, setConsent] = useState(false);
  const [tried, setTried] = useState(false);
  const [reading, setReading] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const wording = useRead(readConsent);
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
      setConsent(false);
      void wording.refetch();
    },
  });
  const refused = save.error instanceof CallFailed ? save.error.fields : {};
  const problems = findProblems(firstname, email);
  const unread = wording.isError && !wording.data;
  const consentProblem = !consent ? CONSENT_NEEDED : unread ? CONSENT_UNREAD : null;

  /** The wording that was ticked; waits for it where it is still on its way. */
  async function wordingRead() {
    const read = wording.data ?? (await wording.refetch({ cancelRefetch: false, throwOnError: true })).data;
    return (read as NonNullable<typeof read>).data;
  }

  function submit() {
    setTried(true);
    if (!problems.firstname && !problems.email && consent) {
      save.mutate({ firstname: firstname.trim(), email: email.trim() });
      return;
    }
    const wrong = problems.firstname ? 'firstname' : problems.email ? 'email' : 'consent';
    fields.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
  }

  return (
    <div ref={fields}>
      <FormShell
        onSubmit={submit}
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
        ownFields={['firstname', 'email']}
      >
        <TextField
          label="Имя"
          name="firstname"
          autoComplete="given-name"
          maxLength={NAME_MAX_LENGTH}
          value={firstname}
          readOnly={save.isPending}
          onChange={setFirstname}
          error={(tried && problems.firstname) || refused.firstname?.[0] || null}
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
          value={email}
          readOnly={save.isPending}
          onChange={setEmail}
          error={(tried && problems.email) || refused.email?.[0] || null}
        />
        <div>
          <Checkbox
            name="consent"
            label="Даю согласие на обработку моих персональных данных"
            checked={consent}
            // Not disabled: the focus stays.
            onChange={(given) => save.isPending || setConsent(given)}
            error={tried ? consentProblem : null}
          />
          <LinkButton quiet onClick={() => setReading(true)}>
            Прочитать текст согласия
          </LinkButton>
        </div>
      </FormShell>
      <ConsentModal opened={reading} onClose={() => setReading(false)} />
    </div>
  );
}

/** An empty field gets the words of spec section 5, a malformed one those of the contract. */
function findProblems(firstname: string, email: string): { firstname: string | null; email: string | null } {
  return {
    firstname: firstname.trim() === '' ? REQUIRED : null,
    email: email.trim() === '' ? REQUIRED : emailProblem(email),
  };
}
