import { useCallback, useState, type ReactElement, type ReactNode } from 'react';

/** A dialogue about one thing: a row of a list, a person, a card. */
export type ItemDialog<Item> = (props: { item: Item; onClose: () => void }) => ReactNode;

export type OpenDialog = <Item>(Dialog: ItemDialog<Item>, item: Item) => void;
export type ShowDialog = (render: (onClose: () => void) => ReactElement) => void;

/**
 * Opens one dialogue at a time. It keeps showing the item as it was when it was opened: a colleague's action meanwhile
 * must not turn a decision into its opposite.
 */
export function useDialogs(): {
  open: OpenDialog;
  /** The same for a dialogue that needs more than one thing. */
  show: ShowDialog;
  dialog: ReactElement | null;
} {
  const [dialog, setDialog] = useState<ReactElement | null>(null);
  const show = useCallback<ShowDialog>((render) => setDialog(render(() => setDialog(null))), []);
  const open = useCallback<OpenDialog>(
    (Dialog, item) => show((onClose) => <Dialog item={item} onClose={onClose} />),
    [show],
  );
  return { open, show, dialog };
}
