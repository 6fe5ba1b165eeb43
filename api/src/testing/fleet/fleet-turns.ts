/**
 * Computes a second time whose turn it is to answer each driver's request, from the names and the clock alone, without
 * a database. A loop passes requests on at the given moments.
 */

/** Order of approvers: the person on duty, the second in line if there is one, then the admin. */
export interface ModelDuty {
  first: number;
  second: number | null;
  minutes: number;
  admin: number;
}

export interface ModelRequest {
  turn: 'first' | 'second' | 'admins';
  dueAt: number;
  isOver: boolean;
  /** Notified people, each once: «turn:person», in their order. */
  told: string[];
}

export type FleetTurns = ReturnType<typeof fleetTurns>;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export function fleetTurns() {
  const requests = new Map<number, ModelRequest & { duty: ModelDuty }>();
  return {
    knows: (id: number) => requests.has(id),

    ask(id: number, at: number, duty: ModelDuty): void {
      const notified = [`first:${duty.first}`];
      requests.set(id, {
        duty,
        turn: 'first',
        dueAt: at + duty.minutes * MINUTE,
        isOver: false,
        told: notified,
      });
    },

    /** Ends the wait for an answer. People already notified stay notified. */
    answer: (id: number) => void requests.delete(id),

    /** Passes requests on at the moment of a loop's run. Returns how many requests went on to the next person. */
    pass(at: number): number {
      let passed = 0;
      for (const request of requests.values()) {
        if (request.isOver) continue;
        if (request.dueAt <= at && request.turn !== 'admins') {
          const { second, admin, minutes } = request.duty;
          const isSecond = request.turn === 'first' && second !== null;
          request.turn = isSecond ? 'second' : 'admins';
          request.told.push(`${request.turn}:${isSecond ? second : admin}`);
          request.dueAt = at + minutes * MINUTE;
          passed += 1;
        }
        // A request that the admins have not answered for a day is over.
        if (request.dueAt <= at - DAY) request.isOver = true;
      }
      return passed;
    },

    all: (): ReadonlyMap<number, ModelRequest> => requests,
  };
}
