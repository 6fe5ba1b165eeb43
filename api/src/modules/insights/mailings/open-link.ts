import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { hashSha256 } from '../../../lib/secrets.ts';
import { confirmAddress, findLink, unsubscribeByAddress, type OpenedLink } from './address-store.ts';

const DEAD_LINK = 'Ссылка устарела или не подходит: попросите компанию прислать новую';

/** Returns the target of an email's link. Refuses with 404 if it is unknown or too old, or its mailing is gone. */
export async function openLink(ctx: Context, token: string): Promise<OpenedLink> {
  const link = await findLink(ctx.db.system, hashSha256(token));
  if (!link || (link.expiresAt !== null && link.expiresAt <= ctx.clock.now())) throw notFound(DEAD_LINK);
  return link;
}

/** Confirms that the reports may come. A recipient who has unsubscribed comes back by the same link. */
export async function confirmByLink(ctx: Context, token: string): Promise<OpenedLink> {
  const link = await openLink(ctx, token);
  const now = ctx.clock.now();
  if (link.state !== 'confirmed') {
    await ctx.db.inSystem(async (tx) => {
      await confirmAddress(tx, link.id, now);
      await recordEvent(tx, {
        at: now,
        what: 'mailing-confirmed',
        companyId: link.companyId,
        after: describeMailing(link),
      });
    });
  }
  return { ...link, state: 'confirmed' };
}

/** Ends the mailing of this report to the address. A repeat changes nothing. */
export async function unsubscribeByLink(ctx: Context, token: string): Promise<OpenedLink> {
  const link = await openLink(ctx, token);
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    if (!(await unsubscribeByAddress(tx, link.id, now))) return;
    await recordEvent(tx, {
      at: now,
      what: 'mailing-left',
      companyId: link.companyId,
      after: describeMailing(link),
    });
  });
  return { ...link, state: 'left' };
}

function describeMailing({ mailingId, title }: OpenedLink) {
  return { mailing: mailingId, title };
}
