import { useEffect, useEffectEvent } from 'react';
import { CallFailed } from '../../../server/client.ts';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row } from '../../../ui/Stack.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { describeFailure } from './describe-failure.ts';
import {
  offersPasskeys,
  signInByPasskey,
  signInBySuggestedPasskey,
  withdrawSuggestions,
} from './passkey-sign-in.ts';
import type { SignedIn } from './sign-in.ts';

/** Sign-in without a phone, for users who have connected a passkey. Nothing where browsers have none. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: (signedIn: SignedIn) => Promise<void> }) {
  const enter = useAction({ mutationFn: async () => onSignedIn(await signInByPasskey()) });
  const suggest = useAction({
    mutationFn: async () => {
      const signedIn = await signInBySuggestedPasskey();
      if (signedIn) await onSignedIn(signedIn);
    },
  });
  const offered = offersPasskeys();
  const begin = useEffectEvent(() => suggest.mutate());
  useEffect(() => {
    if (!offered) return;
    begin();
    return () => void withdrawSuggestions();
  }, [offered]);
  if (!offered) return null;
  // Suggestions that the portal has no question for are not missed.
  const refused = suggest.error instanceof CallFailed && suggest.error.code === 400 ? suggest.error : null;
  const error = enter.error ?? refused;
  return (
    <>
      <Row>
        <Button variant="quiet" pending={enter.isPending} onClick={() => enter.mutate()}>
          Войти ключом доступа
        </Button>
      </Row>
      {error && <Notice tone="error">{describeFailure(error)}</Notice>}
    </>
  );
}
