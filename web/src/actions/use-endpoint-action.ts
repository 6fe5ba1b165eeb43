import { useCallback, useRef } from 'react';
import { useIsMutating, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { useIsMounted } from '../lib/use-is-mounted.ts';
import {
  call,
  isAlreadyDone,
  newRequestKey,
  type CallAnswer,
  type CallFailed,
  type CallInput,
} from '../server/client.ts';
import { useAction } from '../state/use-action.ts';
import { showToast } from '../ui/layers/Toast.tsx';

type ToastText = Partial<Parameters<typeof showToast>[0]> & { title: string };

/** A feature's part of the action's definition; everything else is the protocol's. */
export interface Protocol<Answer, Said> {
  /** Reads that are out of date afterwards. The action is under way until they have been read again. */
  refresh?: readonly AnyEndpoint[];
  /** The answer is shown while they are being read, not after. */
  answersFirst?: boolean;
  /** Failures after which the reads are repeated too. After «already done» they always are. */
  refreshAfter?: (failure: CallFailed) => boolean;
  /** Called before anything is read again, even if the page has been left (`isCurrentAddress`). */
  onAnswer?: (answer: Answer, isHere: boolean) => void;
  /** The same of a failure. Where the page is still there it also shows `error`. */
  onFailure?: (failure: CallFailed, isHere: boolean) => void;
  /** Toast texts for a user who has left the page by then and would get no other report. */
  left?: {
    done?: ToastText | ((answer: Answer) => ToastText);
    /** A title above the server's sentence, or the whole text. */
    failed?: string | ((failure: CallFailed) => ToastText);
    /** Shown when there was no answer; otherwise as `failed`. */
    lost?: ToastText;
  };
  /** Finds the result of an earlier attempt, for an action that accepts it as its answer. */
  findDone?: (input: Said) => Promise<Answer>;
}

/** `mutate(said, { onSuccess })`: what follows on the page, if it is still there. */
export type ActionState<Answer, Said> = UseMutationResult<Answer, CallFailed, Said> & {
  /** An earlier attempt was carried out, its answer was lost, and this one had another input. */
  isAlreadyDone: boolean;
};
export type EndpointAction<E extends AnyEndpoint> = ActionState<CallAnswer<E>, CallInput<E>>;

/**
 * A call that changes something, made in the same way everywhere. Where the contract takes a request key, it has one.
 * The key stays the same until the call has succeeded or `reset` announces another request, so that a repeat after a
 * lost answer is done once. A call under way is not sent again.
 */
export function useEndpointAction<E extends AnyEndpoint>(
  endpoint: E,
  protocol: Protocol<CallAnswer<E>, CallInput<E>> = {},
): EndpointAction<E> {
  return useCustomAction<CallAnswer<E>, CallInput<E>>(
    endpoint.name,
    (input, requestKey) => call(endpoint, { ...(endpoint.idempotent ? { requestKey } : {}), ...input }),
    protocol,
  );
}

/** Does the same for an action of several calls, or of one that is chosen when it is sent. */
export function useCustomAction<Answer, Said>(
  name: string,
  carryOut: (input: Said, requestKey: string) => Promise<Answer>,
  protocol: Protocol<Answer, Said>,
): ActionState<Answer, Said> {
  const { refresh = [], answersFirst = false, refreshAfter, onAnswer, onFailure, left, findDone } = protocol;
  const client = useQueryClient();
  const isMounted = useIsMounted();
  const key = useRef<string>(null);
  const readAgain = () =>
    Promise.all(refresh.map((read) => client.invalidateQueries({ queryKey: [read.name] })));
  const mutation = useAction<Answer, CallFailed, Said>({
    mutationKey: [name],
    mutationFn: async (input) => {
      key.current ??= newRequestKey();
      try {
        return await carryOut(input, key.current);
      } catch (failure) {
        if (findDone && isAlreadyDone(failure)) return findDone(input);
        throw failure;
      }
    },
    onSuccess: async (answer) => {
      key.current = null;
      onAnswer?.(answer, isMounted());
      if (left?.done && !isMounted())
        showToast({ tone: 'go', ...(typeof left.done === 'function' ? left.done(answer) : left.done) });
      const read = readAgain();
      if (!answersFirst) await read;
    },
    onError: (failure) => {
      onFailure?.(failure, isMounted());
      if (left && !isMounted()) showLeftToast(left, failure);
      if (isAlreadyDone(failure) || refreshAfter?.(failure)) void readAgain();
    },
  });
  const { reset } = mutation;
  return {
    ...mutation,
    isAlreadyDone: isAlreadyDone(mutation.error),
    reset: useCallback(() => {
      key.current = null;
      reset();
    }, [reset]),
  };
}

/** Whether such an action has been sent, here or by a page that was left, and is not answered yet. */
export function useIsUnderWay(name: string): boolean {
  return useIsMutating({ mutationKey: [name] }) > 0;
}

function showLeftToast(
  { failed, lost }: NonNullable<Protocol<never, never>['left']>,
  failure: CallFailed,
): void {
  if (lost && failure.code === 0) showToast({ tone: 'wait', ...lost });
  else if (typeof failed === 'function') showToast({ tone: 'stop', ...failed(failure) });
  else if (failed) showToast({ tone: 'stop', title: failed, message: failure.message });
}
