import type { Config } from '../../../config.ts';

/**
 * The text of the message. If the portal's address is known, the last line binds the code to it: a phone then fills
 * in the code, on that site only (Origin-bound one-time codes, wicg.github.io/sms-one-time-codes).
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

/** The format has no scheme and no port: it means https on its standard port. */
function boundHost({ protocol, port, hostname }: URL): string | null {
  return protocol === 'https:' && port === '' ? hostname : null;
}
