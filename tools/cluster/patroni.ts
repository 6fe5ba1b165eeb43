/** A member of the cluster, as `GET /cluster` returns it. */
export interface Member {
  name: string;
  role: string;
  state: string;
  /** Address of Patroni's own HTTP with a path. */
  api_url: string;
}

const ANSWER_MS = 1000;
const CHANGE_MS = 60_000;

/** Returns the members as seen by the address that answers first. Throws when none answers. */
export function listMembers(urls: readonly string[]): Promise<Member[]> {
  const requested = urls.map(
    async (url) => (await read<{ members: Member[] }>(`${url}/cluster`, 2 * ANSWER_MS)).members,
  );
  return Promise.any(requested);
}

/** Ends when it is over, a second or more after the new leader is at work. Throws its words when Patroni refuses. */
export async function requestSwitchover(leader: Member, candidate: Member): Promise<void> {
  const body = { leader: leader.name, candidate: candidate.name };
  const answer = await send('POST', `${getUrl(leader)}/switchover`, body, CHANGE_MS);
  if (!answer.ok) throw new Error(`Patroni does not switch over: ${await answer.text()}`);
}

/** `running`, `stopping` and so on, of its PostgreSQL; `unknown` without an answer. */
export async function readState(member: Member): Promise<string> {
  return read<{ state: string }>(`${getUrl(member)}/patroni`).then(
    ({ state }) => state,
    () => 'unknown',
  );
}

/** Whether the machine has taken the leader's key. */
export function isLeader(member: Member): Promise<boolean> {
  return fetch(`${getUrl(member)}/leader`, {
    method: 'OPTIONS',
    signal: AbortSignal.timeout(ANSWER_MS),
  }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Whether Patroni has named a standby without which no commit is acknowledged. */
export async function hasSynchronous(leader: Member): Promise<boolean> {
  const members = await listMembers([getUrl(leader)]).catch(() => []);
  return members.some(({ role }) => role === 'sync_standby');
}

/**
 * Wakes a Patroni: it gets a setting that it already has, writes nothing and takes its turn at once. If the call fails,
 * its turn comes by itself.
 */
export async function wake(member: Member): Promise<void> {
  try {
    const { ttl } = await read<{ ttl: number }>(`${getUrl(member)}/config`);
    await send('PATCH', `${getUrl(member)}/config`, { ttl }, ANSWER_MS);
  } catch {
    // The member's turn comes without the call, too.
  }
}

async function read<Answer>(url: string, withinMs = ANSWER_MS): Promise<Answer> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(withinMs) });
  return (await answer.json()) as Answer;
}

function send(method: string, url: string, body: object, withinMs: number): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...authorization() };
  return fetch(url, { method, headers, body: JSON.stringify(body), signal: AbortSignal.timeout(withinMs) });
}

/** Returns the credentials for changes over Patroni's HTTP, under Patroni's own names. */
function authorization(): { authorization?: string } {
  const { PATRONI_RESTAPI_USERNAME: name, PATRONI_RESTAPI_PASSWORD: password } = process.env;
  if (!name || !password) return {};
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}

function getUrl({ api_url }: Member): string {
  return new URL(api_url).origin;
}
