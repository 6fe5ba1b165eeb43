import { setTimeout as sleep } from 'node:timers/promises';
import {
  requestSwitchover,
  hasSynchronous,
  isLeader,
  listMembers,
  readState,
  wake,
  type Member,
} from './patroni.ts';

const POLL_INTERVAL_MS = 40;
const ENOUGH_MS = 15_000;
/** Patroni checks once a second whether its PostgreSQL has ended. The middle leaves half a turn on either side. */
const MIDDLE_MS = 500;

/**
 * A planned change of the leader, to the synchronous standby: `npm run cluster:switchover -- http://10.0.0.1:8008 …`
 * with the address of one Patroni or more. Patroni does it. But each member polls once in `loop_wait` only, so the next
 * members are woken when it is their turn (decision 104). Throws a sentence when Patroni refuses or no member takes
 * over.
 */
export async function switchOver(urls: readonly string[]): Promise<{ from: string; to: string }> {
  const members = await listMembers(urls);
  const leader = members.find(({ role }) => role === 'leader');
  const candidate = members.find(({ role }) => role === 'sync_standby');
  if (!leader || !candidate) throw new Error('There is no leader with a synchronous standby just now.');
  const others = members.filter((member) => member !== leader && member !== candidate);
  const refused = new AbortController();
  const end = AbortSignal.any([refused.signal, AbortSignal.timeout(ENOUGH_MS)]);
  await Promise.all([
    requestSwitchover(leader, candidate).catch((error: unknown) => {
      refused.abort();
      throw error;
    }),
    wakeInTurn({ leader, candidate, others }, end),
  ]);
  if (!(await isLeader(candidate))) throw new Error(`${candidate.name} has not taken over.`);
  return { from: leader.name, to: candidate.name };
}

/**
 * A member that polls while there is no leader sleeps for 2 s before it follows one: Patroni does so with members that
 * a switchover does not name. So the others poll in the middle of the second in which the leader ends, and then only
 * when its key is taken.
 */
async function wakeInTurn(
  { leader, candidate, others }: { leader: Member; candidate: Member; others: readonly Member[] },
  end: AbortSignal,
): Promise<void> {
  const until = async (holds: () => Promise<boolean>, meanwhile: readonly Member[]): Promise<void> => {
    while (!end.aborted && !(await holds())) {
      await Promise.all(meanwhile.map(wake));
      await sleep(POLL_INTERVAL_MS);
    }
  };
  await until(async () => (await readState(leader)) === 'stopping', []);
  await sleep(MIDDLE_MS);
  await Promise.all(others.map(wake));
  await until(() => isLeader(candidate), [candidate]);
  await until(() => hasSynchronous(candidate), [candidate, ...others]);
}

if (import.meta.main) {
  try {
    const { from, to } = await switchOver(process.argv.slice(2));
    console.log(`${to} leads now; ${from} follows it.`);
  } catch (error) {
    const isSilent = error instanceof AggregateError;
    console.error(
      isSilent
        ? 'No Patroni answers: name its addresses, as http://10.0.0.1:8008.'
        : (error as Error).message,
    );
    process.exitCode = 1;
  }
}
