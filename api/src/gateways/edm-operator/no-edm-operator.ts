import { EdmUnavailable, type EdmOperator } from './edm-operator.ts';

/** An operator for a portal without a connected one: requests and documents wait, as with a silent operator, until one is connected. */
export const noEdmOperator: EdmOperator = {
  provider: 'none',
  invite: refuse,
  inviteResult: refuse,
  getConnection: refuse,
  getParticipant: refuse,
  send: refuse,
  readProgress: refuse,
  changesSince: refuse,
};

function refuse(): Promise<never> {
  return Promise.reject(new EdmUnavailable('no operator of electronic documents is connected: see DIADOC_…'));
}
