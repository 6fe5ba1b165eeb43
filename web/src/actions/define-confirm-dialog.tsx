import type { ReactElement, ReactNode } from 'react';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { CallAnswer, CallInput } from '../server/client.ts';
import { InfoModal } from '../ui/layers/InfoModal.tsx';
import { ConfirmModal } from '../ui/layers/Modal.tsx';
import type { ItemDialog } from '../ui/use-dialogs.tsx';
import { useEndpointAction, type EndpointAction, type Protocol } from './use-endpoint-action.ts';

export type ValueOrFunction<Item, Value> = Value | ((item: Item) => Value);

type Question<Item> = {
  title: ValueOrFunction<Item, string>;
  confirmLabel: ValueOrFunction<Item, string>;
  danger?: ValueOrFunction<Item, boolean>;
  /** Explains what will happen. */
  text: (item: Item) => ReactNode;
};

/** Parts of a confirmation that do not depend on how its call is sent. */
export type Confirmation<Item, E extends AnyEndpoint> = Question<Item> & {
  input: (item: Item) => CallInput<E>;
  /** Called once it is done. */
  onDone?: (item: Item, answer: CallAnswer<E>) => void;
  /** Dialogue that shows what only this answer has, such as a secret. It takes the place of the question. */
  result?: (answer: CallAnswer<E>, onClose: () => void) => ReactElement;
  /** Reads whether a colleague has already done it, or made it pointless; returns what is shown instead, or null. */
  useOutdated?: (item: Item) => { title: string; text: ReactNode } | null;
  /** The refusal is reported elsewhere, not in the dialogue. */
  reportsFailure?: boolean;
};

type Declaration<Item, E extends AnyEndpoint> = Confirmation<Item, E> &
  Pick<Protocol<CallAnswer<E>, CallInput<E>>, 'answersFirst' | 'refreshAfter'> & {
    call: ValueOrFunction<Item, E>;
    refresh: ValueOrFunction<Item, readonly AnyEndpoint[]>;
    /** Message for a user who has left the page when it fails. */
    failed?: ValueOrFunction<Item, string>;
  };

/** Returns a dialogue that explains an action, asks for confirmation, carries it out once, and closes. */
export function defineConfirmDialog<Item, E extends AnyEndpoint>(
  declaration: Declaration<Item, E>,
): ItemDialog<Item> {
  const { call, refresh, failed, answersFirst, refreshAfter } = declaration;
  function useConfirmedAction(item: Item) {
    return useEndpointAction(getValue<Item, E>(call, item), {
      refresh: getValue(refresh, item),
      ...(answersFirst && { answersFirst }),
      ...(refreshAfter && { refreshAfter }),
      ...(failed !== undefined && { left: { failed: getValue(failed, item) } }),
    });
  }
  return buildConfirmDialog<Item, E>(declaration, useConfirmedAction);
}

/** Returns the same dialogue for an area whose calls are sent by an action of its own. */
export function buildConfirmDialog<Item, E extends AnyEndpoint>(
  confirmation: Confirmation<Item, E>,
  useAction: (item: Item, onClose: () => void) => EndpointAction<E>,
): ItemDialog<Item> {
  const { useOutdated = () => null, reportsFailure = false, result, onDone, danger = true } = confirmation;
  return function ConfirmDialog({ item, onClose }) {
    const action = useAction(item, onClose);
    const outdated = useOutdated(item);
    if (result && action.data) return result(action.data, onClose);
    // The own request may be what has made it outdated.
    if (outdated && !action.isPending)
      return (
        <InfoModal onClose={onClose} title={outdated.title}>
          {outdated.text}
        </InfoModal>
      );
    return (
      <ConfirmModal
        opened
        onClose={onClose}
        title={getValue(confirmation.title, item)}
        confirmLabel={getValue(confirmation.confirmLabel, item)}
        danger={getValue(danger, item)}
        pending={action.isPending}
        error={reportsFailure ? null : (action.error?.message ?? null)}
        onConfirm={() =>
          action.mutate(confirmation.input(item), {
            onSuccess: (answer) => {
              if (!result) onClose();
              onDone?.(item, answer);
            },
          })
        }
      >
        {confirmation.text(item)}
      </ConfirmModal>
    );
  };
}

/** Returns a dialogue that only asks: it closes at once, and the page that opened it acts and shows the outcome. */
export function defineQuestionDialog<Item>(
  question: Question<Item>,
): ItemDialog<{ item: Item; onConfirm: () => void }> {
  const { danger = true } = question;
  return function QuestionDialog({ item: { item, onConfirm }, onClose }) {
    return (
      <ConfirmModal
        opened
        onClose={onClose}
        title={getValue(question.title, item)}
        confirmLabel={getValue(question.confirmLabel, item)}
        danger={getValue(danger, item)}
        pending={false}
        error={null}
        onConfirm={() => {
          onClose();
          onConfirm();
        }}
      >
        {question.text(item)}
      </ConfirmModal>
    );
  };
}

export function getValue<Item, Value>(value: ValueOrFunction<Item, Value>, item: Item): Value {
  return value instanceof Function ? value(item) : value;
}
