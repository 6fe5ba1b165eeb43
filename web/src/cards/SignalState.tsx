import { SIGNAL_STATE_TITLE, type SignalState as State } from '#contract/fleet/signals.ts';
import { StatusLabel, type StatusTone } from '../ui/text/StatusLabel.tsx';

const TONE: Record<State, StatusTone> = {
  new: 'stop',
  owned: 'wait',
  explained: 'go',
  waste: 'stop',
  false: 'neutral',
};

type Props = { signal: { state: State; owner: string | null; is_mine: boolean } };

/** The state of a suspicious filling with its owner: «В разборе: вы». It reads the same wherever it is shown. */
export function SignalState({ signal: { state, owner, is_mine: isMine } }: Props) {
  return (
    <StatusLabel tone={TONE[state]}>
      {state === 'new' ? 'Ждёт решения' : SIGNAL_STATE_TITLE[state]}
      {owner && `: ${isMine ? 'вы' : owner}`}
    </StatusLabel>
  );
}
