/** Points where a process can be ended, or its connections cut. */
export const POINTS = [
  'before-commit',
  'after-commit',
  'statement',
  'before-call',
  'after-call',
  'before-job',
  'after-job',
] as const;
export type Point = (typeof POINTS)[number];

/** A fault at a point: the process ends there, or its database connections are cut and it goes on. */
export interface PlannedFault {
  effect: 'crash' | 'cut';
  point: Point;
  /** Counted from 1: the nth such point of the step. */
  nth: number;
}

export class Crashed extends Error {
  override readonly name = 'Crashed';
}

/** The points of one process. In a dead process every further call throws. */
export interface FaultPoints {
  /** Throws when the process is dead. */
  assertAlive(): void;
  reach(point: Point): Promise<void>;
  arm(fault: PlannedFault | undefined): void;
  /** Takes back what was armed and has not happened. */
  disarm(): PlannedFault | undefined;
  /** Returns the armed fault if it has happened since. */
  fired(): PlannedFault | null;
  /** Rejects when the process dies. */
  readonly died: Promise<never>;
  readonly isDead: boolean;
}

export function faultPoints(cut: () => Promise<void>): FaultPoints {
  let isDead = false;
  let armed: PlannedFault | undefined;
  let happened: PlannedFault | null = null;
  let left = 0;
  let onDied: (error: Crashed) => void = () => {};
  const died = new Promise<never>((_, reject) => (onDied = reject));
  died.catch(() => {});

  function assertAlive(): void {
    if (isDead) throw new Crashed('the process is dead');
  }

  async function reach(point: Point): Promise<void> {
    assertAlive();
    if (armed?.point !== point) return;
    left -= 1;
    if (left > 0) return;
    happened = armed;
    armed = undefined;
    if (happened.effect === 'cut') return cut();
    isDead = true;
    const crashed = new Crashed(`${point}`);
    onDied(crashed);
    throw crashed;
  }

  return {
    assertAlive,
    reach,
    arm(fault) {
      armed = fault;
      left = fault?.nth ?? 0;
      happened = null;
    },
    disarm() {
      const waiting = armed;
      armed = undefined;
      return waiting;
    },
    fired: () => happened,
    died,
    get isDead() {
      return isDead;
    },
  };
}
