import type { EndpointData } from '#contract/endpoint.ts';
import type { HANDINGS, readTelematics } from '#contract/fleet/telematics.ts';
import type { StatusTone } from '../../../ui/text/StatusLabel.tsx';

export type State = EndpointData<typeof readTelematics>;
export type Connection = NonNullable<State['connection']>;

export const HANDING_TONE: Record<(typeof HANDINGS)[number], StatusTone> = {
  asked: 'wait',
  done: 'go',
  refused: 'stop',
};
