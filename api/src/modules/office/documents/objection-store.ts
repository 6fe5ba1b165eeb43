import { sql } from 'kysely';
import { isUnread } from '../../networks/commands/is-unread.ts';

/** A document that was confirmed after all is disputed no more. */
export const WAITS = sql<boolean>`
  document.received_at is null and ${isUnread('objection', 'document.id', 'document.objected_at')}`;
