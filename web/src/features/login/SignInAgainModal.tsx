import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatPhone } from '#contract/phone.ts';
import { endSession } from '../../state/end-session.ts';
import { clearDraft } from '../../state/order-draft.ts';
import { readSession } from '../../server/session.ts';
import { queryClient } from '../../state/use-call.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { afterSignIn } from './after-sign-in.ts';
import { CodeStep } from './CodeStep.tsx';
import { PhoneStep } from './PhoneStep.tsx';
import type { SentCode } from './sent-code.ts';
import { openSession, type SignedIn } from './sign-in.ts';

/**
 * The session ended while a page was open: the page, with everything typed in it, stays until the same user has signed
 * in again. Anybody else starts afresh.
 */
export default function SignInAgainModal() {
  return (
    <Modal opened onClose={() => {}} title="Сессия закончилась" busy>
      <Again />
    </Modal>
  );
}

function Again() {
  const navigate = useNavigate();
  const [phoneText, setPhoneText] = useState(() => formatPhone(readSession().profile?.phone ?? ''));
  const [sent, setSent] = useState<SentCode | null>(null);

  async function confirmed({ tokens }: SignedIn) {
    const before = readSession().profile?.id;
    await openSession(tokens);
    if (readSession().profile?.id === before) return queryClient.invalidateQueries();
    clearDraft();
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
      {sent ? (
        <CodeStep {...sent} onConfirmed={confirmed} onBack={() => setSent(null)} />
      ) : (
        <PhoneStep text={phoneText} onChange={setPhoneText} onSent={setSent} />
      )}
      <Button variant="quiet" onClick={leave}>
        Не входить и закрыть страницу
      </Button>
    </Stack>
  );
}
