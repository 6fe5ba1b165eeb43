import { useCallback, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import { CallFailed } from '../server/client.ts';
import { useAccessToken } from '../server/session.ts';

/**
 * Runs work that is started by a press. What is on its way is not begun again; with other arguments it is. What an ended
 * session has refused is forgotten once the person has signed in again.
 */
export function useAction<Answer, Failure = Error, Said = void>(
  options: UseMutationOptions<Answer, Failure, Said>,
): UseMutationResult<Answer, Failure, Said> {
  // A second press can come before the button shows the first one.
  const onTheWay = useRef(new Set<string>());
  const action = useMutation<Answer, Failure, Said>({
    ...options,
    onSettled: (...how) => {
      onTheWay.current.delete(getInputKey(how[2]));
      return options.onSettled?.(...how);
    },
  });
  const { mutate, reset } = action;
  const [, show] = useReducer((shown: number) => shown + 1, 0);
  const token = useAccessToken();
  const signedIn = useEffectEvent(() => {
    if (action.error instanceof CallFailed && action.error.code === 401) reset();
  });
  useEffect(() => {
    if (token) signedIn();
  }, [token]);
  return {
    ...action,
    mutate: useCallback<typeof mutate>(
      (...input) => {
        const sign = getInputKey(input[0]);
        if (onTheWay.current.has(sign)) return;
        onTheWay.current.add(sign);
        mutate(...input);
        // The library tells of it by a timer, and a key can come before that.
        show();
      },
      [mutate],
    ),
    reset: useCallback(() => {
      onTheWay.current.clear();
      reset();
    }, [reset]),
  };
}

/** The same for the same things said; files are told apart by what is known of them. */
function getInputKey(input: unknown): string {
  const sign: string | undefined = JSON.stringify(input, (_key, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );
  return sign ?? '';
}
