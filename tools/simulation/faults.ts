import { HAS_PYTHON } from '../../scripts/has-python.ts';
import { POINTS, type PlannedFault } from './fault-points.ts';
import { COMMAND_OUTCOMES } from './network.ts';
import { PUMP_WAYS } from './step.ts';

/** Each fault of a process that a run may plan. */
export const PROCESS_FAULTS: readonly Omit<PlannedFault, 'nth'>[] = POINTS.flatMap((point) => [
  { effect: 'crash' as const, point },
  { effect: 'cut' as const, point },
]);

/** Every kind of fault, and of each newer area, that a run can meet; the fixed seed must have met each of them. */
export const FAULTS: readonly string[] = [
  ...PROCESS_FAULTS.map(({ effect: kind, point }) => `${kind} ${point}`),
  ...COMMAND_OUTCOMES.filter((outcome) => outcome !== 'done').map((outcome) => `answer ${outcome}`),
  ...['late', 'very-late', 'twice', 'swapped', 'offline'].map((way) => `sale ${way}`),
  'sale contradicted',
  'sale of a stranger',
  'contradiction',
  'payment repeated',
  'payment late',
  'payment look-alike',
  'payment unknown-payer',
  'message refused',
  'silence',
  'storm',
  'storm past the money',
  'company entered',
  'firm let in',
  'company seen by its firm',
  'money moved by a firm',
  'delegation ended',
  'own companies compared',
  ...PUMP_WAYS.map((way) => `pump ${way}`),
  'network paid',
  'network invoice accepted',
  'invoice with differences',
  'УПД corrected',
  ...(HAS_PYTHON ? ['bundle verified'] : []),
  'owners compared',
  'penalty',
  'tariff discount',
  'tariff surcharge',
  'tax books checked',
  'own tax book compared',
];
