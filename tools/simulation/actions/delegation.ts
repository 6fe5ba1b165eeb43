import { ROLE, type FirstPartnerId } from '#contract/ids.ts';
import { givenSession } from '../../../api/src/testing/givens/factories.ts';
import { ask, newKey, retryUntilAnswered, type PortalResponse, type RequestInput } from '../ask.ts';
import { findDelegation, isOpen, type Company, type Delegation } from '../truth.ts';
import { viewCompany } from '../view-company.ts';
import { Failure, type World } from '../world.ts';

const TERM_MS = 30 * 3_600_000;

/** Lets a firm in when the company has none, and otherwise ends what it has. */
export async function changeDelegation(world: World, company: Company, choice: number): Promise<void> {
  const given = findDelegation(world.truth, company, world.outside.clock.now());
  if (given) return endDelegation(world, given, choice);
  const firms = world.truth.companies.filter(({ admin }) => admin.id !== company.admin.id);
  const firm = firms[choice % firms.length];
  if (firm) await letFirmIn(world, { company, firm }, choice);
}

/** The company names the firm, whose admin accepts, adds himself and enters the company. */
async function letFirmIn(
  world: World,
  { company, firm }: { company: Company; firm: Company },
  choice: number,
): Promise<void> {
  const isManager = choice % 2 === 0;
  const until = choice % 3 === 0 ? new Date(world.outside.clock.now().getTime() + TERM_MS) : null;
  const json = {
    inn: firm.inn,
    role_id: isManager ? ROLE.manager : ROLE.specialist,
    ...(until && { until: until.toISOString() }),
  };
  // A caller without an answer has perhaps let the firm in already.
  await askOnce(world, 'POST', '/api/delegations', { token: company.admin.token, json }, 400);
  const { data } = await retryUntilAnswered(world, 'GET', '/api/delegations', {
    token: company.admin.token,
  });
  const isNew = (own: { state: string; side: string }) => own.state === 'waiting' && own.side === 'given';
  const { id } = data.find(isNew) ?? {};
  if (id === undefined) throw new Failure(`company ${company.id} does not list the firm that it let in`);
  const { token, id: userId } = firm.admin;
  await retryUntilAnswered(world, 'POST', `/api/delegations/${id}/accept`, { token });
  await askOnce(world, 'POST', `/api/delegations/${id}/people`, { token, json: { user_id: userId } }, 409);
  const session = await world.undisturbed((api) => givenSession(api, userId));
  await retryUntilAnswered(world, 'POST', `/api/companies/${company.id}/enter`, { token: session });
  world.truth.delegations.push({ id, company, firm, isManager, until, isEnded: false, token: session });
  world.count('firm let in');
}

/** The company ends it, the firm does, or the firm takes its person off. */
async function endDelegation(world: World, given: Delegation, choice: number): Promise<void> {
  const { id, company, firm } = given;
  const path = `/api/delegations/${id}`;
  const ends = [
    { token: company.admin.token, url: path },
    { token: firm.admin.token, url: path },
    { token: firm.admin.token, url: `${path}/people/${firm.admin.id}` },
  ] as const;
  const { token, url } = ends[choice % ends.length] ?? ends[0];
  await askOnce(world, 'DELETE', url, { token }, 404);
  // Without its person the firm is still let in, so the company ends that too.
  if (url !== path) {
    await assertShut(world, given);
    await askOnce(world, 'DELETE', path, { token: company.admin.token }, 404);
  }
  given.isEnded = true;
  await assertShut(world, given);
  world.count('delegation ended');
}

/** Makes a request after which a repeat is refused. A caller without an answer repeats it. */
async function askOnce(
  world: World,
  method: 'POST' | 'DELETE',
  url: string,
  input: RequestInput,
  repeated: number,
): Promise<void> {
  const { status, body } = await ask(world, method, url, input);
  if (status !== 200 && !(world.disturbed && status === repeated))
    throw new Failure(`${method} ${url} was answered ${status}: ${JSON.stringify(body).slice(0, 300)}`);
}

/** Reads as the people of each firm that the company lets in, or once did. */
export async function viewAsFirms(world: World, company: Company): Promise<void> {
  for (const given of world.truth.delegations.filter((own) => own.company === company)) {
    const now = world.outside.clock.now();
    if (!isOpen(given, now)) {
      // The same person may act for the company by another firm of his.
      if (findDelegation(world.truth, company, now)?.firm.admin.id !== given.firm.admin.id)
        await assertShut(world, given);
      continue;
    }
    for (const tab of [{ token: given.token }, { token: given.token, company: company.id }])
      await viewCompany(world, company, tab, [given.firm]);
    world.count('company seen by its firm');
  }
}

/** Asserts that the sessions and tabs of a firm's person show and change nothing of a company whose delegation is over. */
async function assertShut(world: World, { company, token, firm }: Delegation): Promise<void> {
  for (const tab of [{ token }, { token, company: company.id }]) {
    assertRefused(company, await ask(world, 'GET', `/api/client/${company.id}`, tab));
    assertRefused(company, await askToDistribute(world, company, { tab, partnerId: 1, sum: 100 }));
    const { data } = await ask(world, 'GET', '/api/card', tab);
    const shown = new Set((Array.isArray(data) ? data : []).map(({ id }: { id: number }) => id));
    if (company.cards.some(({ id }) => shown.has(id)))
      throw new Failure(`company ${company.id} shows its cards to a firm whose access is over`);
  }
  assertRefused(company, await ask(world, 'POST', `/api/companies/${company.id}/enter`, { token }));
  await viewCompany(world, firm, { token, company: firm.id }, [company]);
}

function assertRefused({ id }: Company, { status }: PortalResponse): void {
  if (![400, 403, 404, 409].includes(status))
    throw new Failure(`company ${id} answers ${status} to a person who may not act for it`);
}

/** The firm's person distributes money when he is a manager; a specialist is refused, and the admin does it. */
export async function distributeAsFirm(
  world: World,
  company: Company,
  args: { partnerId: FirstPartnerId; sum: number },
): Promise<PortalResponse | null> {
  const given = findDelegation(world.truth, company, world.outside.clock.now());
  if (!given) return null;
  const answer = await askToDistribute(world, company, { tab: { token: given.token }, ...args });
  if (given.isManager) {
    world.count('money moved by a firm');
    return answer;
  }
  assertRefused(company, answer);
  return null;
}

function askToDistribute(
  world: World,
  company: Company,
  { tab, partnerId, sum }: { tab: RequestInput; partnerId: FirstPartnerId; sum: number },
): Promise<PortalResponse> {
  const json = { accounts: [{ partner_id: partnerId, sum: sum / 100 }] };
  return ask(world, 'POST', `/api/client/${company.id}/accounts`, { ...tab, json, key: newKey(world) });
}
