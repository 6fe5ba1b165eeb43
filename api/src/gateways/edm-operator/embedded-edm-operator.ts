import type { Clock } from '../../lib/clock.ts';
import type { EdmOperator, MessageProgress } from './edm-operator.ts';

export interface EmbeddedEdmOptions {
  clock: Clock;
  /** How long the invitation's task takes, and then the company's answer. */
  taskSeconds?: number;
  answerSeconds?: number;
  /** How long a document travels, and how long until somebody opens it. */
  deliverySeconds?: number;
  signatureSeconds?: number;
}

/** The outcome by the last two digits of the INN, so that every end of a request can be shown. */
const EMBEDDED_OUTCOMES: Readonly<Record<string, 'rejected' | 'roaming-required' | 'failed'>> = {
  '13': 'rejected',
  '14': 'roaming-required',
  '15': 'failed',
};

/** The same for a document, for companies that have accepted. */
const EMBEDDED_ANSWERS: Readonly<
  Record<string, { state: 'refused' | 'failed' | 'disagreed' | 'cancelling'; reason: string }>
> = {
  '16': { state: 'refused', reason: 'Не сходится количество литров' },
  '17': { state: 'failed', reason: 'Не доставлен в роуминг: ящик закрыт' },
  '18': { state: 'disagreed', reason: 'Клиент подписал с разногласиями' },
  '19': { state: 'cancelling', reason: 'Клиент предлагает аннулировать документ' },
};

/**
 * The operator of the demonstration: after a while the company accepts and signs. Everything it has to remember is in
 * the ids that it issues, so it survives restarts. Documents go nowhere.
 */
export function embeddedEdmOperator(options: EmbeddedEdmOptions): EdmOperator {
  const { clock, taskSeconds = 2, answerSeconds = 4, deliverySeconds = 2, signatureSeconds = 6 } = options;
  const secondsSince = (startedMs: number): number => (clock.now().getTime() - startedMs) / 1000;
  return {
    provider: 'embedded',
    async invite({ inn }) {
      if (EMBEDDED_OUTCOMES[inn.slice(-2)] === 'roaming-required') return { kind: 'roaming-required' };
      return { kind: 'started', taskId: idOf(inn, clock) };
    },
    async inviteResult(taskId) {
      const { ending, startedMs } = readId(taskId);
      const left = taskSeconds - secondsSince(startedMs);
      if (left > 0) return { kind: 'pending', retryAfterSeconds: Math.ceil(left) };
      if (EMBEDDED_OUTCOMES[ending] === 'failed')
        return { kind: 'failed', reason: 'Ящик организации не найден' };
      return { kind: 'invited', boxId: taskId };
    },
    async connectionOf(boxId) {
      const { ending, startedMs } = readId(boxId);
      if (secondsSince(startedMs) < taskSeconds + answerSeconds) return 'invited';
      return EMBEDDED_OUTCOMES[ending] === 'rejected' ? 'rejected' : 'accepted';
    },
    async send({ boxId, operationId }) {
      return { kind: 'sent', messageId: `${idOf(readId(boxId).inn, clock)}:${operationId}` };
    },
    async progressOf(messageId): Promise<MessageProgress> {
      const { ending, startedMs } = readId(messageId);
      const seconds = secondsSince(startedMs);
      if (seconds < deliverySeconds) return { state: 'sent', messageId };
      if (seconds < deliverySeconds + signatureSeconds) return { state: 'delivered', messageId };
      return { ...(EMBEDDED_ANSWERS[ending] ?? { state: 'signed' }), messageId };
    },
    async changesSince(cursor) {
      // Each of its documents is asked about so often that it has nothing to tell beside.
      return { messageIds: [], cursor: cursor ?? '0', more: false };
    },
  };
}

function idOf(inn: string, clock: Clock): string {
  return `${inn}:${clock.now().getTime()}`;
}

function readId(id: string): { inn: string; ending: string; startedMs: number } {
  const [inn = '', started = ''] = id.split(':');
  return { inn, ending: inn.slice(-2), startedMs: Number(started) };
}
