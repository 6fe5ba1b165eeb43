import { useCallback, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import { CallFailed } from '../server/client.ts';
import { useAccessToken } from '../server/session.ts';

/**
 * Runs work that is started by a click. Work in progress is not started again, except with other arguments. A refusal
 * by an ended session is forgotten once the user has signed in again.
 */
export function useAction<Answer, Failure = Error, Said = void>(
  options: UseMutationOptions<Answer, Failure, Said>,
): UseMutationResult<Answer, Failure, Said> {
  // A second click can come before the button shows the first one.
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
        // The library reports it by a timer, and a key can come before that.
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

/** Returns the same key for the same input. Files are distinguished by what is known about them. */
function getInputKey(input: unknown): string {
  const sign: string | undefined = JSON.stringify(input, (_key, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );
  return sign ?? '';
}
