import { DISPUTE_STATE_TITLE, type DisputeState } from '#contract/fuel/disputes.ts';
import { StatusLabel, type StatusTone } from '../ui/text/StatusLabel.tsx';

const TONE: Readonly<Record<DisputeState, StatusTone>> = {
  open: 'wait',
  'at-network': 'wait',
  accepted: 'go',
  declined: 'stop',
  withdrawn: 'neutral',
};

/** State of a dispute, the same for the client and for staff. */
export function DisputeStatus({ state }: { state: DisputeState }) {
  return <StatusLabel tone={TONE[state]}>{DISPUTE_STATE_TITLE[state]}</StatusLabel>;
}
