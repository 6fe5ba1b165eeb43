import { useCallback, useState, type ReactElement, type ReactNode } from 'react';

/** A dialogue about one thing: a row of a list, a person, a card. */
export type DialogOf<Item> = (props: { item: Item; onClose: () => void }) => ReactNode;

export type OpenDialog = <Item>(Dialog: DialogOf<Item>, item: Item) => void;

/**
 * Opens one dialogue at a time. It keeps showing the item as it was when it was opened: a colleague's action meanwhile
 * must not turn a decision into its opposite.
 */
export function useDialogs(): { open: OpenDialog; dialog: ReactElement | null } {
  const [dialog, setDialog] = useState<ReactElement | null>(null);
  const open = useCallback<OpenDialog>(
    (Dialog, item) => setDialog(<Dialog item={item} onClose={() => setDialog(null)} />),
    [],
  );
  return { open, dialog };
}
