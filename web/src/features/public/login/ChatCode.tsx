import type { ChatChannel } from '#contract/messaging/channels.ts';
import { CHAT_CODE_AFTER_SECONDS, sendSignInCodeToChat } from '#contract/identity/sign-in.ts';
import { SMS_RESEND_SECONDS } from '#contract/limits.ts';
import { call } from '../../../server/client.ts';
import { useAction } from '../../../state/use-action.ts';
import { useOperator } from '../../../state/use-operator.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { LinkButton } from '../../../ui/text/TextLink.tsx';
import { describeFailure } from './describe-failure.ts';

const MESSENGER: Record<ChatChannel, string> = { max: 'MAX', telegram: 'Telegram' };

/** Remaining seconds of the countdown of another SMS when the code may go to a chat. */
const SECONDS_LEFT = SMS_RESEND_SECONDS - CHAT_CODE_AFTER_SECONDS;

type Props = {
  phone: string;
  token: string;
  /** Seconds until another SMS may be requested. */
  secondsLeft: number;
};

/**
 * Offers the code in a messenger 30 seconds after the SMS. The message is the same whether or not a chat is linked, as
 * the answer is.
 */
export function ChatCode({ phone, token, secondsLeft }: Props) {
  const { codeChat } = useOperator();
  const send = useAction({ mutationFn: () => call(sendSignInCodeToChat, { body: { phone, token } }) });
  if (codeChat === null || secondsLeft > SECONDS_LEFT) return null;
  const messenger = MESSENGER[codeChat];
  if (send.isSuccess) {
    return (
      <Notice>Если к этому номеру привязан чат в {messenger}, код уже там. Код из СМС тоже подойдёт.</Notice>
    );
  }
  return (
    <>
      <p className="type-small">
        Код не пришёл?{' '}
        <LinkButton onClick={() => send.mutate()} aria-disabled={send.isPending}>
          Прислать в {messenger}
        </LinkButton>
      </p>
      {send.error && <Notice tone="error">{describeFailure(send.error)}</Notice>}
    </>
  );
}
