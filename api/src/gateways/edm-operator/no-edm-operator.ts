import { EdmUnavailable, type EdmOperator } from './edm-operator.ts';

/** None is connected: requests and documents wait, as for one that is silent, until there is one. */
export const noEdmOperator: EdmOperator = {
  provider: 'none',
  invite: refuse,
  inviteResult: refuse,
  connectionOf: refuse,
  send: refuse,
  progressOf: refuse,
};

function refuse(): Promise<never> {
  return Promise.reject(new EdmUnavailable('no operator of electronic documents is connected: see DIADOC_…'));
}
