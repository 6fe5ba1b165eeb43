import type { Context } from '../../../context.ts';

/**
 * Runs one answer's booking so that its failure does not hold up the network's other answers. Nothing is lost: an
 * operation or an order of cards that still waits is asked about by its own job.
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
