import { isQuiet, type NoticeKind } from '#contract/messaging/notice-kinds.ts';
import type { Db } from '../../../db/database.ts';
import { writeEmailTo } from '../emails/email-writing.ts';
import type { NoticeEvent } from './notice.ts';
import { insertEvents, listCompaniesThatChose } from './notice-event-store.ts';
import { listNotifiedRoles } from './plan-notices.ts';

/** An event of any kind. */
export type AnyEvent = { [Kind in NoticeKind]: NoticeEvent<Kind> }[NoticeKind];

/**
 * Publishes events in the transaction of their action, by one insert. The recipients and channels are determined after
 * the commit (`expand-notices.ts`). The same event published twice is sent once. Emails with their own text are written
 * here.
 */
export async function notify(tx: Db, ...events: readonly AnyEvent[]): Promise<void> {
  const wanted = await dropUnwanted(tx, events);
  if (wanted.length === 0) return;
  await insertEvents(tx, wanted);
  for (const event of wanted) await writeOwnEmail(tx, event);
}

/** Writes events of quiet kinds only for companies in which a user has chosen them. */
async function dropUnwanted(tx: Db, events: readonly AnyEvent[]): Promise<AnyEvent[]> {
  const left = events.filter((event) => !isQuiet(event.kind));
  const quiet = events.filter((event) => isQuiet(event.kind));
  for (const kind of new Set(quiet.map((anyEvent) => anyEvent.kind))) {
    const ofKind = quiet.filter((anyEvent) => anyEvent.kind === kind);
    const asking = await listCompaniesThatChose(
      tx,
      kind,
      ofKind.flatMap(({ companyId }) => (companyId === null ? [] : [companyId])),
    );
    left.push(...ofKind.filter(({ companyId }) => companyId !== null && asking.has(companyId)));
  }
  return left;
}

async function writeOwnEmail(tx: Db, event: AnyEvent): Promise<void> {
  const { companyId, userId = null, about, now } = event;
  if (companyId === null) return;
  const to = { companyId, userId, about, now };
  // Only the author of an order gets its email.
  const toAuthor = { ...to, roles: [] };
  if (event.kind === 'order-rejected')
    await writeEmailTo(tx, { ...toAuthor, kind: event.kind, facts: event.facts });
  if (event.kind === 'order-withdrawn')
    await writeEmailTo(tx, { ...toAuthor, kind: event.kind, facts: event.facts });
  if (event.kind === 'cards-ready')
    await writeEmailTo(tx, { ...toAuthor, kind: event.kind, facts: event.facts });
  if (event.kind === 'month-documents' || event.kind === 'month-closed')
    await writeEmailTo(tx, {
      ...to,
      roles: listNotifiedRoles(event.kind),
      kind: 'month-documents',
      facts: event.facts,
    });
}
