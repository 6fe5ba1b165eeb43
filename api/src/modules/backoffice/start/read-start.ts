import type { StartStep, StartStepOnWire } from '#contract/backoffice/start.ts';
import type { ProgrammePart } from '#contract/programme/requisites.ts';
import type { Context } from '../../../context.ts';
import { listOwners, readStartFacts, type StartFacts } from './start-facts-store.ts';

interface Start {
  steps: StartStepOnWire[];
  clients: number;
  owners: number;
  ownersConfirmFrom: Date | null;
}

/** INN of the file that comes with the product: its operator does not exist. */
const SAMPLE_INN = '7712345671';
const DAY_MS = 86_400_000;
/** A full day and a night: an archive that has been silent for longer protects no one. */
const ARCHIVE_DAYS = 2;

const HREFS: Record<StartStep, string> = {
  'second-owner': '/staff/members',
  name: '/staff/programme',
  requisites: '/staff/programme',
  accounts: '/staff/programme',
  vat: '/staff/programme',
  contacts: '/staff/contacts',
  terms: '/staff/terms',
  networks: '/staff/partners',
  'card-price': '/staff/partners',
  stations: '/staff/stations',
  tariffs: '/staff/tariffs',
  messages: 'docs/operations/setup.md',
  email: 'docs/operations/setup.md',
  receipts: 'docs/operations/receipts.md',
  backup: 'docs/operations/restore.md',
};

/** Steps without which a client can be served all the same. */
const OPTIONAL: readonly StartStep[] = ['stations', 'tariffs', 'receipts', 'backup'];

/**
 * Returns the steps that a new programme still needs before its first client. In the demonstration the invented
 * operator of the file is the right one.
 */
export async function readStart(ctx: Context): Promise<Start> {
  const now = ctx.clock.now();
  const facts = await readStartFacts(ctx.db.system, new Date(now.getTime() - ARCHIVE_DAYS * DAY_MS));
  const owners = await listOwners(ctx.db.system);
  const done = findDone(ctx, facts, owners.length);
  const { demo } = ctx.config;
  return {
    steps: (Object.keys(HREFS) as StartStep[]).map((key) => ({
      key,
      done: done[key],
      required: !demo && !OPTIONAL.includes(key),
      href: HREFS[key],
    })),
    clients: facts.clients,
    owners: owners.length,
    ownersConfirmFrom: findConfirmingTime(owners, now),
  };
}

function findDone(ctx: Context, facts: StartFacts, owners: number): Record<StartStep, boolean> {
  const { config, programme } = ctx;
  const isOwnFile = config.demo || config.operator.requisites.inn !== SAMPLE_INN;
  const isEntered = (part: ProgrammePart): boolean => isOwnFile || facts.enteredParts.includes(part);
  const connected = ctx.networkIds();
  const working = facts.activeNetworks.filter((id) => connected.includes(id));
  return {
    'second-owner': owners > 1,
    name: isEntered('name'),
    requisites: isEntered('requisites') && programme.today().requisites.inn !== '',
    accounts: isEntered('accounts'),
    vat: isEntered('vat'),
    contacts: facts.hasContacts || isOwnFile,
    terms: facts.hasOwnTerms,
    networks: working.length > 0,
    'card-price': working.length > 0 && working.every((id) => facts.pricedNetworks.includes(id)),
    stations: facts.stations > 0,
    tariffs: facts.tariffs > 0,
    messages: config.sms.provider !== 'outbox',
    email: config.mail.smtp !== null,
    receipts: config.receipts.isChosen || config.fastPayments.provider === 'none',
    backup: facts.isArchived,
  };
}

/**
 * Returns from when two owners may confirm one another's proposals. A member who got the role within a day does not count
 * as a second person (identity/approvals). Null means that two already may, or that there is only one.
 */
function findConfirmingTime(owners: readonly (Date | null)[], now: Date): Date | null {
  const trusted = owners
    .map((givenAt) => (givenAt === null ? 0 : givenAt.getTime() + DAY_MS))
    .toSorted((a, b) => a - b);
  const second = trusted[1];
  return second === undefined || second <= now.getTime() ? null : new Date(second);
}
