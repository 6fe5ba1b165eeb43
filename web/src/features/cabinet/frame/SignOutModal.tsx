import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { logout } from '#contract/identity/auth.ts';
import { LOGOUT_WAIT_SECONDS } from '#contract/limits.ts';
import { call } from '../../../server/client.ts';
import { endSession } from '../../../state/end-session.ts';
import { readSession } from '../../../server/session.ts';
import { logFailure } from '../../../server/report-failure.ts';
import { counted } from '#contract/values/counted.ts';
import { useCountdown } from '../../../lib/use-countdown.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Stack } from '../../../ui/Stack.tsx';

/** Signs out after three seconds (spec section 9, "Logout wait"), in which the user may change their mind. */
export function SignOutModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Выход из кабинета">
      {opened && <SignOutConfirmation onStay={onClose} />}
    </Modal>
  );
}

function SignOutConfirmation({ onStay }: { onStay: () => void }) {
  const navigate = useNavigate();
  const { secondsLeft } = useCountdown(LOGOUT_WAIT_SECONDS);

  useEffect(() => {
    const timer = setTimeout(() => {
      signOut();
      void navigate(paths.landing, { replace: true });
    }, LOGOUT_WAIT_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [navigate]);

  return (
    <Stack>
      <p>
        {secondsLeft > 0
          ? `Выйдем через ${counted(secondsLeft, ['секунду', 'секунды', 'секунд'])}.`
          : 'Выходим…'}
      </p>
      <Button onClick={onStay} data-autofocus>
        Остаться
      </Button>
    </Stack>
  );
}

/** Removes the session from the device first, so that it is gone even if the server cannot be reached. */
function signOut(): void {
  const token = readSession().tokens?.access ?? '';
  endSession();
  void call(logout, { headers: { 'x-auth-token': token }, keepalive: true }).catch((error: unknown) =>
    logFailure('logout', error),
  );
}
