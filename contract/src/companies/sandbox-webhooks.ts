import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams } from '../fields.ts';
import { BY_ADMIN } from './sandbox.ts';
import {
  createWebhook,
  listDeliveries,
  removeWebhook,
  replayDelivery,
  resumeWebhook,
  rotateWebhook,
} from './webhooks.ts';

/** The webhooks of a company's sandbox, for its admin: each as the call of `webhooks.ts`, of the sandbox. docs/calls.md 41. */

/** Errors: as `createWebhook`; 404 there is no sandbox. */
export const createSandboxWebhook = endpoint({
  ...BY_ADMIN,
  name: 'createSandboxWebhook',
  method: 'POST',
  path: '/api/sandbox/webhooks',
  summary: 'Has the sandbox’s events sent to an address; the secret is shown once',
  body: createWebhook.body,
  data: createWebhook.data,
});

export const removeSandboxWebhook = endpoint({
  ...BY_ADMIN,
  name: 'removeSandboxWebhook',
  method: 'DELETE',
  path: '/api/sandbox/webhooks/:id',
  summary: 'Sends nothing more of the sandbox to an address',
  params: idParams,
  data: removeWebhook.data,
});

export const resumeSandboxWebhook = endpoint({
  ...BY_ADMIN,
  name: 'resumeSandboxWebhook',
  method: 'POST',
  path: '/api/sandbox/webhooks/:id/resume',
  summary: 'Switches on again what was switched off, from where it stopped',
  params: idParams,
  data: resumeWebhook.data,
});

export const rotateSandboxWebhook = endpoint({
  ...BY_ADMIN,
  name: 'rotateSandboxWebhook',
  method: 'POST',
  path: '/api/sandbox/webhooks/:id/rotate',
  summary: 'Exchanges the secret of a webhook of the sandbox',
  params: idParams,
  data: rotateWebhook.data,
});

export const listSandboxDeliveries = endpoint({
  ...BY_ADMIN,
  name: 'listSandboxDeliveries',
  method: 'GET',
  path: '/api/sandbox/webhooks/:id/deliveries',
  summary: 'What of the sandbox was sent to an address, newest first',
  params: idParams,
  query: listDeliveries.query,
  data: listDeliveries.data,
  meta: listDeliveries.meta as z.ZodObject<NonNullable<typeof listDeliveries.meta>['shape']>,
});

export const replaySandboxDelivery = endpoint({
  ...BY_ADMIN,
  name: 'replaySandboxDelivery',
  method: 'POST',
  path: '/api/sandbox/webhooks/deliveries/:id/replay',
  summary: 'Sends once more, at once',
  params: idParams,
  data: replayDelivery.data,
});
