import type { Config } from '../../config.ts';

/**
 * What the message says. Where the portal's own address is known its last line binds the code to it: a phone then fills
 * the code by itself, on that site and on no other that asks for it (Origin-bound one-time codes, wicg.github.io/sms-one-time-codes).
 */
export function codeText(
  { operator, publicUrl }: Pick<Config, 'operator' | 'publicUrl'>,
  deed: string,
  digits: string,
): string {
  const words = `Код ${digits}: ${deed}. Никому его не сообщайте. ${operator.name}`;
  const host = publicUrl === null ? null : boundHost(new URL(publicUrl));
  return host === null ? words : `${words}\n@${host} #${digits}`;
}

/** The form knows no scheme and no port: it means https on its own port. */
function boundHost({ protocol, port, hostname }: URL): string | null {
  return protocol === 'https:' && port === '' ? hostname : null;
}
