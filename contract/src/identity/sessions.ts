import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, moment } from '../fields.ts';
import { smsCodeField } from './sms-code.ts';

/** One's own sessions, and the code that a session needs for what could give a company away: docs/calls.md 15. */

export const ownSession = z.object({
  id: z.int(),
  current: z.boolean(),
  device: z.string().meta({ description: 'browser and system in words: «Chrome на Windows»' }),
  address: z.string().meta({ description: 'the network, not the address: `203.0.113.0/24`' }),
  created_at: moment,
  seen_at: moment.meta({ description: 'when it was last used, to a few minutes' }),
});

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/api/sessions',
  summary: 'The caller’s own open sessions, the one that asks first',
  caller: 'signed-in',
  data: z.array(ownSession),
  source: 'docs/calls.md 15',
});

export const endSession = endpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/api/sessions/:id',
  summary: 'Ends one of the caller’s own sessions at once, its stream of changes too',
  caller: 'signed-in',
  params: idParams,
  data: z.object({}),
  source: 'docs/calls.md 15',
});

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/api/sessions',
  summary: 'Ends all of the caller’s sessions but the one that asks',
  caller: 'signed-in',
  data: z.object({ ended: z.int() }),
  source: 'docs/calls.md 15',
});

/** The code is of `GET /api/sms?purpose=access`. Refuses on `sms`: wrong, used, expired, no tries left. */
export const confirmSession = endpoint({
  name: 'confirmSession',
  method: 'POST',
  path: '/api/sessions/confirm',
  summary:
    'Confirms this session by a code for 15 minutes; a refused call may also carry the code itself, as `sms`',
  caller: 'signed-in',
  body: z.object({ sms: smsCodeField }),
  data: z.object({ confirmed_until: moment }),
  source: 'docs/calls.md 15',
});
