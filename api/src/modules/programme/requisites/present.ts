import type { EndpointBody } from '#contract/endpoint.ts';
import type {
  changeProgramme,
  ProgrammeData,
  ProgrammePart,
  ProgrammeValueState,
} from '#contract/programme/requisites.ts';
import { findInForce } from './programme-book.ts';
import type { PartValues, ProgrammeInput, StoredValue } from './programme-values.ts';

type Body = EndpointBody<typeof changeProgramme>;

/** Returns what a staff member has sent, as it is stored. */
export function toProgrammeInput(body: Body): ProgrammeInput {
  const common = { firstDay: body.first_day ?? null, note: body.note };
  switch (body.part) {
    case 'name':
      return { ...common, part: 'name', value: { name: body.name } };
    case 'requisites':
      return { ...common, part: 'requisites', value: toRequisites(body) };
    case 'accounts':
      return {
        ...common,
        part: 'accounts',
        value: {
          account: body.account,
          bik: body.bik,
          bank: body.bank,
          corrAccount: body.corr_account,
          otherAccounts: body.other_accounts,
        },
      };
    case 'vat':
      return { ...common, part: 'vat', value: { percent: body.percent, scheme: body.scheme } };
    case 'invoices':
      return {
        ...common,
        part: 'invoices',
        value: { invoicePrefix: body.prefix, invoiceDueDays: body.due_days },
      };
    case 'objections':
      return { ...common, part: 'objections', value: { objectionDays: body.days } };
    case 'approval':
      return {
        ...common,
        part: 'approval',
        value: { firstOrderMaxCards: body.max_cards, firstOrderMaxRubles: body.max_sum },
      };
  }
}

function toRequisites(body: Extract<Body, { part: 'requisites' }>): PartValues['requisites'] {
  const { proxy_number: number, proxy_issued: issued, proxy_system: system, proxy_url: url } = body;
  const proxy =
    number !== undefined && issued !== undefined && system !== undefined
      ? { number, issued, system, ...(url !== undefined && { url }) }
      : undefined;
  const { signatory_name: name, signatory_position: position } = body;
  return {
    name: body.legal_name,
    inn: body.inn,
    kpp: body.kpp ?? '',
    ogrn: body.ogrn,
    address: body.address,
    phone: body.phone,
    director: body.director,
    accountant: body.accountant ?? '',
    ...(body.edm_id !== undefined && { edmId: body.edm_id }),
    ...(name !== undefined &&
      position !== undefined && { signatory: { position, name, ...(proxy && { proxy }) } }),
  };
}

const PRESENT: {
  [Part in ProgrammePart]: (value: PartValues[Part]) => ProgrammeData[Part][number]['value'];
} = {
  name: ({ name }) => ({ name }),
  requisites: ({ signatory, ...value }) => ({
    legal_name: value.name,
    inn: value.inn,
    kpp: value.kpp || null,
    ogrn: value.ogrn,
    address: value.address,
    phone: value.phone,
    director: value.director,
    accountant: value.accountant || null,
    signatory_position: signatory?.position ?? null,
    signatory_name: signatory?.name ?? null,
    proxy_number: signatory?.proxy?.number ?? null,
    proxy_issued: signatory?.proxy?.issued ?? null,
    proxy_system: signatory?.proxy?.system ?? null,
    proxy_url: signatory?.proxy?.url ?? null,
    edm_id: value.edmId ?? null,
  }),
  accounts: ({ corrAccount, otherAccounts, ...value }) => ({
    ...value,
    corr_account: corrAccount,
    other_accounts: otherAccounts,
  }),
  vat: (value) => value,
  invoices: ({ invoicePrefix, invoiceDueDays }) => ({ prefix: invoicePrefix, due_days: invoiceDueDays }),
  objections: ({ objectionDays }) => ({ days: objectionDays }),
  approval: ({ firstOrderMaxCards, firstOrderMaxRubles }) => ({
    max_cards: firstOrderMaxCards,
    max_sum: firstOrderMaxRubles,
  }),
};

/** Returns a value in the form of the audit log, where the name has a label of its own. */
export function toRecord<Part extends ProgrammePart>(
  part: Part,
  value: StoredValue['value'],
): Record<string, unknown> {
  const fields = Object.entries(PRESENT[part](value as PartValues[Part]));
  return Object.fromEntries(
    fields.map(([name, field]) => [
      name === 'name' ? 'title' : name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      field,
    ]),
  );
}

/** Returns every value by its part, the latest first day first. */
export function presentProgramme(values: readonly StoredValue[], today: string): ProgrammeData {
  const list = <Part extends ProgrammePart>(part: Part): ProgrammeData[Part] =>
    values
      .filter((stored) => stored.part === part)
      .toReversed()
      .map((stored) => ({
        id: stored.id,
        first_day: stored.firstDay,
        state: findState(values, stored, today),
        entered_at: stored.enteredAt.toISOString(),
        entered_by: stored.enteredBy?.name ?? null,
        note: stored.note,
        value: PRESENT[part](stored.value as PartValues[Part]),
      })) as ProgrammeData[Part];
  return {
    name: list('name'),
    requisites: list('requisites'),
    accounts: list('accounts'),
    vat: list('vat'),
    invoices: list('invoices'),
    objections: list('objections'),
    approval: list('approval'),
  };
}

function findState(values: readonly StoredValue[], stored: StoredValue, today: string): ProgrammeValueState {
  const { part, firstDay } = stored;
  if (values.findLast((other) => other.part === part && other.firstDay === firstDay) !== stored)
    return 'replaced';
  if (firstDay !== null && firstDay > today) return 'planned';
  return findInForce(values, part, today) === stored ? 'current' : 'past';
}
