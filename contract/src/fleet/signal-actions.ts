import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, idParams } from '../fields.ts';
import { SIGNAL_ACTIONS, SIGNAL_RULE_KEYS } from './signal-rule.ts';
import { signal, wholeFilling } from './signals.ts';

/** Actions of the rules, and owners of the signals: docs/calls.md 47. */

const ownerId = id.nullable().meta({ description: 'a colleague who may change cards; null: nobody' });
const UNKNOWN_ACTION = `Действие: ${SIGNAL_ACTIONS.join(', ')}`;

/** Errors: 404; 400 for a colleague who may not own the signal; 409 when it is decided. */
export const assignSignal = endpoint({
  name: 'assignSignal',
  method: 'POST',
  path: '/api/signals/:id/assign',
  summary: 'Gives a colleague what looks wrong, to look into',
  caller: 'changeCard',
  params: idParams,
  body: z.object({ owner_id: id, filling: wholeFilling }),
  data: signal,
  source: 'docs/calls.md 47',
});

/** Errors: 404; 409 when no card is closed by this signal. */
export const openAfterSignal = endpoint({
  name: 'openAfterSignal',
  method: 'POST',
  path: '/api/signals/:id/open-card',
  summary: 'Opens the card that signals have closed, whatever they were',
  caller: 'changeCard',
  params: idParams,
  body: z.object({}),
  data: signal,
  source: 'docs/calls.md 47',
});

const choice = z.object({
  key: z.enum(SIGNAL_RULE_KEYS),
  deed: z.enum(SIGNAL_ACTIONS),
  owner_id: z.int().nullable(),
});

/**
 * Errors: 404 for no such rule, 400 for a colleague who may not own it. Earlier sales are reported and close nothing.
 */
export const setSignalRule = endpoint({
  name: 'setSignalRule',
  method: 'PUT',
  path: '/api/signals/rules/:key',
  summary: 'Says what a rule does with what it finds, and whose that is',
  caller: 'changeCard',
  params: z.object({ key: z.string().max(40) }),
  body: z.object({ deed: z.enum(SIGNAL_ACTIONS, { error: UNKNOWN_ACTION }), owner_id: ownerId }),
  data: choice,
  source: 'docs/calls.md 47',
});

/** Errors: 400 for a colleague who may not own it. */
export const setSignalOwner = endpoint({
  name: 'setSignalOwner',
  method: 'PUT',
  path: '/api/signals/owner',
  summary: 'Says whose it is that looks wrong, where a rule names nobody; without one all admins are told',
  caller: 'changeCard',
  body: z.object({ owner_id: ownerId }),
  data: z.object({ owner_id: z.int().nullable() }),
  source: 'docs/calls.md 47',
});
