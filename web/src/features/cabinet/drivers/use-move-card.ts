import { listCards, readCard } from '#contract/cards/cards.ts';
import { listDriverLinks, setCardDrivers } from '#contract/fleet/driver-links.ts';
import { listPumpSessions } from '#contract/fuel/pump-sessions.ts';
import { useEndpointAction, type EndpointAction } from '../../../actions/use-endpoint-action.ts';

export type MoveCardAction = EndpointAction<typeof setCardDrivers>;

/** Moves a card to drivers, and reads again what shows them. */
export function useMoveCard(): MoveCardAction {
  return useEndpointAction(setCardDrivers, {
    refresh: [listCards, readCard, listDriverLinks, listPumpSessions],
    left: { failed: 'Карта не передана' },
  });
}
