import { NetworkUnavailable, type NetworkAnswer, type NetworkCommand } from './fuel-network.ts';
import { batchAnswerShape } from './wire.ts';

/**
 * Reads the answer to each command of a call, in their order. A command without an answer, with two, or with a malformed
 * one is unclear.
 */
export function readBatchAnswers(
  network: string,
  commands: readonly NetworkCommand[],
  answers: readonly unknown[],
): (NetworkAnswer | Error)[] {
  const byId = new Map<string, NetworkAnswer | Error>();
  for (const item of answers) {
    const read = batchAnswerShape.safeParse(item);
    if (!read.success) continue;
    const { requestId, ...answer } = read.data;
    const isFirst = !byId.has(requestId);
    byId.set(requestId, isFirst ? toAnswer(network, answer) : unclear(network));
  }
  return commands.map(({ requestId }) => byId.get(requestId) ?? unclear(network));
}

/**
 * Converts the entry to the result of a call with this command alone. A command that the network cannot read is our own
 * fault.
 */
function toAnswer(
  network: string,
  answer: NetworkAnswer | { state: 'unreadable'; error: string },
): NetworkAnswer | Error {
  return answer.state === 'unreadable' ? new Error(`${network} refuses a command: ${answer.error}`) : answer;
}

function unclear(network: string): NetworkUnavailable {
  return new NetworkUnavailable(`${network}: a command of a call has no clear answer`);
}
