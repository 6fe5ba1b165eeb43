import type { z } from 'zod';
import type { mailing as mailingShape, sending as sendingShape } from '#contract/mailings.ts';
import type { OpenedLink } from './address-store.ts';
import type { ShownMailing } from './read-mailings.ts';
import type { SendingRow } from './sending-store.ts';

export function presentMailing(one: ShownMailing, userId: number): z.input<typeof mailingShape> {
  const { id, title, report, query, rhythm, day, hour, format, state, author } = one;
  return {
    id,
    title,
    report,
    query,
    rhythm,
    day,
    hour,
    format,
    state,
    addresses: one.addresses.map((address) => ({ email: address.address, state: address.state })),
    author,
    own: one.authorId === userId,
    next_at: state === 'on' ? one.nextAt.toISOString() : null,
    last: one.last && presentSending(one.last),
  };
}

export function presentSending(one: SendingRow): z.input<typeof sendingShape> {
  const { id, from, to, state, bytes, addresses, problem } = one;
  const at = (one.endedAt ?? one.createdAt).toISOString();
  return { id, from, to, state, by_hand: one.byHand, at, bytes, addresses, problem };
}

export function presentLink({ address, title, company, state }: OpenedLink) {
  return { email: address, title, company, state };
}
