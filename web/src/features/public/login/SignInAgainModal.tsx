import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { formatPhone } from '#contract/values/phone.ts';
import { endSession } from '../../../state/end-session.ts';
import { clearDrafts } from '../../../state/order-draft.ts';
import { readSession } from '../../../server/session.ts';
import { queryClient } from '../../../state/use-call.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { afterSignIn } from './after-sign-in.ts';
import { CodeStep } from './CodeStep.tsx';
import { PhoneStep } from './PhoneStep.tsx';
import type { SentCode } from './sent-code.ts';
import { openSession, tryOpenSession, type SignedIn } from './sign-in.ts';

/** Renders the second factor, of another feature; it calls back when the session has been confirmed. */
type Props = { secondFactor: (onConfirmed: () => Promise<void>) => ReactNode };

/**
 * Shown when the session ended while a page was open: the page, with everything typed in it, stays until the same user
 * has signed in again. Any other user starts afresh.
 */
export function SignInAgainModal(props: Props) {
  return (
    <Modal opened onClose={() => {}} title="Сессия закончилась" busy>
      <SignInAgainForm {...props} />
    </Modal>
  );
}

function SignInAgainForm({ secondFactor }: Props) {
  const navigate = useNavigate();
  const [phoneText, setPhoneText] = useState(() => formatPhone(readSession().profile?.phone ?? ''));
  const [sent, setSent] = useState<SentCode | null>(null);
  const [half, setHalf] = useState<{ signedIn: SignedIn; before: number | undefined } | null>(null);

  async function confirmed(signedIn: SignedIn) {
    const before = readSession().profile?.id;
    if (await tryOpenSession(signedIn.tokens)) return proceed(before);
    setHalf({ signedIn, before });
  }

  async function proceed(before: number | undefined) {
    if (readSession().profile?.id === before) return queryClient.invalidateQueries();
    clearDrafts();
    queryClient.clear();
    await navigate(afterSignIn(readSession(), null), { replace: true });
  }

  function leave() {
    endSession();
    void navigate(paths.login, { replace: true });
  }

  return (
    <Stack gap="3">
      <p>Войдите снова. Всё, что вы ввели на этой странице, осталось на месте.</p>
      {half ? (
        secondFactor(async () => {
          await openSession(half.signedIn.tokens);
          await proceed(half.before);
        })
      ) : sent ? (
        <CodeStep {...sent} onConfirmed={confirmed} onBack={() => setSent(null)} />
      ) : (
        <PhoneStep text={phoneText} onChange={setPhoneText} onSent={setSent} onSignedIn={confirmed} />
      )}
      <Button variant="quiet" onClick={leave}>
        Не входить и закрыть страницу
      </Button>
    </Stack>
  );
}
