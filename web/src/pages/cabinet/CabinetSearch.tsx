import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Card } from '../../cards/describe-card.ts';
import { usePaletteKeys } from '../../features/cabinet/search/use-palette-keys.ts';
import type { Place } from '../../layouts/find-place.ts';
import type { MenuAction } from '../../ui/layers/ActionMenu.tsx';
import { lazyDialog, useLoadAhead } from '../../ui/layers/lazy-dialog.tsx';
import { offerMenuAction, offerPlaces } from '../offer-places.ts';

const StatusModal = lazyDialog(
  async () => (await import('../../features/cabinet/card-status/StatusModal.tsx')).StatusModal,
  ({ card }) => card !== null,
);
const loadPalette = async () =>
  (await import('../../features/cabinet/search/CommandPalette.tsx')).CommandPalette;
const CommandPalette = lazyDialog(loadPalette);

type Props = {
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
  places: readonly Place[];
  personActions: readonly MenuAction[];
};

/** The search over every page of the cabinet: it offers every page of the menu and the person's own actions too. */
export function CabinetSearch({ opened, onOpen, onClose, places, personActions }: Props) {
  const navigate = useNavigate();
  const [changed, setChanged] = useState<Card | null>(null);
  const went = useRef(false);
  usePaletteKeys(onOpen);
  useLoadAhead(loadPalette);

  // A user who has gone to another page continues there, not where the search was opened.
  useEffect(() => {
    if (opened || !went.current) return;
    went.current = false;
    const page = document.getElementById('content');
    if (page && !page.contains(document.activeElement)) page.focus();
  }, [opened]);

  return (
    <>
      {opened && (
        <CommandPalette
          places={offerPlaces(places)}
          own={personActions.map(offerMenuAction)}
          onGo={(to) => {
            went.current = true;
            void navigate(to);
          }}
          onChangeStatus={setChanged}
          onClose={onClose}
        />
      )}
      <StatusModal card={changed} onClose={() => setChanged(null)} />
    </>
  );
}
