import { ADDRESS_LINKS_PER_HOUR } from '#contract/insights/mailings.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { fieldRefusal, tooOften } from '../../../errors.ts';
import { enqueueJobs } from '../../../queue/enqueue-job.ts';
import { countRequested, listAddresses, listUnknown, putAddresses } from './address-store.ts';
import type { MailingInput } from './mailing.ts';
import type { Requester } from './mailings.ts';

const HOUR_SECONDS = 3600;

/** Compares addresses as mail servers do, ignoring the case of letters. */
export function removeDuplicates(addresses: readonly string[]): string[] {
  const each = [...new Set(addresses.map((address) => address.toLowerCase()))];
  if (each.length === 0) throw fieldRefusal('addresses', 'Укажите хотя бы один адрес');
  return each;
}

/** Refuses repeated emails to the same address, because it may belong to an outsider. */
export async function assertMayAsk(
  ctx: Context,
  scope: CompanyScope,
  addresses: readonly string[],
): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - HOUR_SECONDS * 1000);
  const { companyId } = scope;
  for (const address of await listUnknown(ctx.db.system, { companyId, addresses })) {
    const requested = await countRequested(ctx.db.system, { companyId, address, since });
    const { company, address: each } = ADDRESS_LINKS_PER_HOUR;
    if (requested.ofCompany >= company || requested.toAddress >= each) throw tooOften(HOUR_SECONDS);
  }
}

/** Stores the addresses, and sends a confirmation email to those that are not confirmed. */
export async function replaceAddresses(
  tx: Db,
  scope: CompanyScope,
  args: { mailingId: number; addresses: readonly string[]; now: Date },
): Promise<void> {
  await putAddresses(tx, scope, args);
  const waiting = (await listAddresses(tx, [args.mailingId])).filter(({ state }) => state === 'waiting');
  await enqueueJobs(
    tx,
    'ask-mailing-address',
    waiting.map(({ id }) => ({ addressId: id, at: args.now.toISOString() })),
    ({ addressId }) => `mailing-address:${addressId}`,
  );
}

export function recordMailing(
  tx: Db,
  { scope, userId }: Requester,
  of: { what: 'mailing-created' | 'mailing-changed'; id: number; mailing: MailingInput; now: Date },
): Promise<void> {
  const { what, id, mailing, now } = of;
  const { title, report, rhythm, day, hour, format } = mailing;
  // Addresses are personal data, and the log is stored for years.
  const after = {
    mailing: id,
    title,
    report,
    rhythm,
    day,
    hour,
    format,
    addresses: mailing.addresses.length,
  };
  return recordEvent(tx, { at: now, what, userId, companyId: scope.companyId, after });
}
