import type { z } from 'zod';
import type {
  mailing as mailingShape,
  mailingDelivery as sendingShape,
} from '#contract/insights/mailings.ts';
import type { OpenedLink } from './address-store.ts';
import type { ShownMailing } from './read-mailings.ts';
import type { DeliveryRow } from './deliveries.ts';

export function presentMailing(shownMailing: ShownMailing, userId: number): z.input<typeof mailingShape> {
  const { id, title, report, query, rhythm, day, hour, format, state, author } = shownMailing;
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
    addresses: shownMailing.addresses.map((address) => ({ email: address.address, state: address.state })),
    author,
    own: shownMailing.authorId === userId,
    next_at: state === 'on' ? shownMailing.nextAt.toISOString() : null,
    last: shownMailing.last && presentDelivery(shownMailing.last),
  };
}

export function presentDelivery(sendingRow: DeliveryRow): z.input<typeof sendingShape> {
  const { id, from, to, state, bytes, addresses, problem } = sendingRow;
  const at = (sendingRow.endedAt ?? sendingRow.createdAt).toISOString();
  return { id, from, to, state, by_hand: sendingRow.byHand, at, bytes, addresses, problem };
}

export function presentLink({ address, title, company, state }: OpenedLink) {
  return { email: address, title, company, state };
}
