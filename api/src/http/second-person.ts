import type { FastifyInstance } from 'fastify';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { Refusal, SECOND_PERSON } from '../errors.ts';
import type { Call } from './call.ts';

declare module 'fastify' {
  interface FastifyInstance {
    secondPerson: SecondPerson;
  }
}

/** Answer (202) to a call that waits for a second member of the staff. */
export interface PendingApproval {
  id: number;
  deed: string;
  proposed_by: { id: number; firstname: string | null; lastname: string | null };
}

/** A call that may have to wait, and the code that carries it out after the confirmation. */
export interface ApprovableCall {
  endpoint: AnyEndpoint;
  /** Answers the envelope's data. */
  carryOut(call: Call<AnyEndpoint>): Promise<unknown>;
}

/** Stores calls that need two people (docs/decisions/0054). The module `approvals` implements the interface; `bind` calls it. */
export interface SecondPerson {
  /** Actions by the call's name. `bind` enters each call that declares `secondPerson`. */
  calls: Map<string, ApprovableCall>;
  /** Stores the call for a second member. Null means that one person is enough for it. */
  hold(endpoint: AnyEndpoint, call: Call<AnyEndpoint>): Promise<PendingApproval | null>;
}

/**
 * Makes a call, or stores it for a second member. The call is stored where its rule requires a second member, and
 * where another call of the same member was faster and has used up what the member may move alone today.
 */
export async function runOrSubmit<Made>(
  { secondPerson }: FastifyInstance,
  endpoint: AnyEndpoint,
  call: Call<AnyEndpoint>,
  make: () => Promise<Made>,
): Promise<{ held: PendingApproval } | { made: Made }> {
  if (!endpoint.secondPerson) return { made: await make() };
  const pending = await secondPerson.hold(endpoint, call);
  if (pending) return { held: pending };
  try {
    return { made: await make() };
  } catch (error) {
    const late = needsSecondPerson(error) ? await secondPerson.hold(endpoint, call) : null;
    if (!late) throw error;
    return { held: late };
  }
}

function needsSecondPerson(error: unknown): boolean {
  return error instanceof Refusal && error.reason === SECOND_PERSON;
}

export function openSecondPerson(app: FastifyInstance, hold: SecondPerson['hold']): void {
  app.decorate('secondPerson', { calls: new Map(), hold });
}
