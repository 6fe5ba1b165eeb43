import type { Context } from '../../context.ts';

/**
 * What can't be finished keeps nothing else of its network waiting. Nothing is lost by passing it over: what an operation
 * or an order of cards still waits for is asked after by its own job.
 */
export async function finishAlone(
  ctx: Context,
  about: string | number,
  finish: () => Promise<void>,
): Promise<void> {
  try {
    await finish();
  } catch (error) {
    ctx.log.error({ err: error, about }, 'what a network has answered can’t be booked');
  }
}
