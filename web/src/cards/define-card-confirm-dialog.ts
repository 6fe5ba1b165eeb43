import type { CallFailed } from '../server/client.ts';
import {
  buildConfirmDialog,
  getValue,
  type Confirmation,
  type ValueOrFunction,
} from '../actions/define-confirm-dialog.tsx';
import type { ItemDialog } from '../ui/use-dialogs.tsx';
import type { Card } from './describe-card.ts';
import { useCardAction, type CardEndpoint } from './use-card-action.ts';

type Declaration<Item, E extends CardEndpoint> = Omit<Confirmation<Item, E>, 'onDone'> & {
  call: E;
  /** Message for a user who has left the page when it fails. */
  failed: ValueOrFunction<Item, string>;
  /** Gets the returned card before anything newer can be read. The dialogue has closed by then. */
  onCard?: (item: Item, card: Card) => void;
  /** Reports a refusal outside the dialogue, which shows none then. */
  onFailure?: (failure: CallFailed, isHere: boolean) => void;
};

/** Returns a dialogue that asks before a change of a card. */
export function defineCardConfirmDialog<Item, E extends CardEndpoint>(
  declaration: Declaration<Item, E>,
): ItemDialog<Item> {
  const { call, failed, onCard, onFailure } = declaration;
  function useConfirmedAction(item: Item, onClose: () => void) {
    return useCardAction<E>(call, {
      ...(onCard && {
        onCard: (card: Card) => {
          onClose();
          onCard(item, card);
        },
      }),
      ...(onFailure && { onFailure }),
      left: { failed: getValue(failed, item) },
    });
  }
  return buildConfirmDialog<Item, E>(
    { ...declaration, reportsFailure: onFailure !== undefined },
    useConfirmedAction,
  );
}
