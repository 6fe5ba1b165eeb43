import type { AnyEndpoint } from '#contract/endpoint.ts';
import {
  buildConfirmDialog,
  getValue,
  type Confirmation,
  type ValueOrFunction,
} from '../actions/define-confirm-dialog.tsx';
import type { ItemDialog } from '../ui/use-dialogs.tsx';
import { useStaffAction } from './use-staff-action.ts';

type Declaration<Item, E extends AnyEndpoint> = Confirmation<Item, E> & {
  /** Name of the action in reports of its outcome. */
  name: ValueOrFunction<Item, string>;
  call: E;
  refresh: readonly AnyEndpoint[];
};

/** Returns a dialogue of staff that asks for confirmation. What needs a reason too is a `defineReasonDialog`. */
export function defineStaffConfirmDialog<Item, E extends AnyEndpoint>(
  declaration: Declaration<Item, E>,
): ItemDialog<Item> {
  const { name, call, refresh } = declaration;
  function useConfirmedAction(item: Item) {
    return useStaffAction(call, { name: getValue(name, item), refresh });
  }
  return buildConfirmDialog<Item, E>(declaration, useConfirmedAction);
}
