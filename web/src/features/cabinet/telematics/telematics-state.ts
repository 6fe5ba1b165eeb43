import type { EndpointData } from '#contract/endpoint.ts';
import type { HANDOVER_STATES, readTelematics } from '#contract/fleet/telematics.ts';
import type { StatusTone } from '../../../ui/text/StatusLabel.tsx';

export type State = EndpointData<typeof readTelematics>;
export type Connection = NonNullable<State['connection']>;

export const HANDOVER_TONE: Record<(typeof HANDOVER_STATES)[number], StatusTone> = {
  asked: 'wait',
  done: 'go',
  refused: 'stop',
};
