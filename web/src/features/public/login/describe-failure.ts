import { CallFailed } from '../../../server/client.ts';

/** The server's own words, 10114 among them (spec section 8); details of a program error are not shown. */
export function describeFailure(error: unknown): string {
  return error instanceof CallFailed ? error.message : 'Не получилось. Попробуйте ещё раз';
}
