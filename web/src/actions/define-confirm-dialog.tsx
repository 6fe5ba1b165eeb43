import type { ReactNode } from 'react';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { CallAnswer, CallInput } from '../server/client.ts';
import { ConfirmModal } from '../ui/layers/Modal.tsx';
import type { ItemDialog } from '../ui/use-dialogs.tsx';
import { useEndpointAction, type Protocol } from './use-endpoint-action.ts';

type ValueOrFunction<Item, Value> = Value | ((item: Item) => Value);

type Declaration<Item, E extends AnyEndpoint> = Pick<
  Protocol<CallAnswer<E>, CallInput<E>>,
  'answersFirst' | 'refreshAfter'
> & {
  title: ValueOrFunction<Item, string>;
  confirmLabel: ValueOrFunction<Item, string>;
  danger?: boolean;
  /** Explains what will happen. */
  text: (item: Item) => ReactNode;
  call: ValueOrFunction<Item, E>;
  input: (item: Item) => CallInput<E>;
  refresh: ValueOrFunction<Item, readonly AnyEndpoint[]>;
  /** Message for a user who has left the page when it fails. */
  failed?: ValueOrFunction<Item, string>;
  /** Called once it is done. */
  onDone?: (item: Item, answer: CallAnswer<E>) => void;
};

/** Returns a dialogue that explains an action, asks for confirmation, carries it out once, and closes. */
export function defineConfirmDialog<Item, E extends AnyEndpoint>(
  declaration: Declaration<Item, E>,
): ItemDialog<Item> {
  const { danger = true, answersFirst, refreshAfter, failed, onDone } = declaration;
  return function ConfirmDialog({ item, onClose }) {
    const get = <Value,>(value: ValueOrFunction<Item, Value>) =>
      value instanceof Function ? value(item) : value;
    const action = useEndpointAction(get<E>(declaration.call), {
      refresh: get(declaration.refresh),
      ...(answersFirst && { answersFirst }),
      ...(refreshAfter && { refreshAfter }),
      ...(failed !== undefined && { left: { failed: get(failed) } }),
    });
    return (
      <ConfirmModal
        opened
        onClose={onClose}
        title={get(declaration.title)}
        confirmLabel={get(declaration.confirmLabel)}
        danger={danger}
        pending={action.isPending}
        error={action.error?.message ?? null}
        onConfirm={() =>
          action.mutate(declaration.input(item), {
            onSuccess: (answer) => {
              onClose();
              onDone?.(item, answer);
            },
          })
        }
      >
        {declaration.text(item)}
      </ConfirmModal>
    );
  };
}
