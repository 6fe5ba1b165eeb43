import type { Context } from '../../../context.ts';

/** Characters of one SMS in Cyrillic (UCS-2). A second segment costs as much again. */
const SMS_SEGMENT = 70;

const WARNING = 'Никому не сообщайте';
const DIGITS = 6;

/** Maximum length of an action's name. «Код 123456: » stands before it. */
export const MAX_ACTION_LENGTH = SMS_SEGMENT - 'Код : '.length - DIGITS;

/** The name and the address that stand in a message. */
interface CodeSender {
  operator: { name: string };
  publicUrl: string | null;
}

export function getCodeSender({ config, programme }: Pick<Context, 'config' | 'programme'>): CodeSender {
  return { operator: programme.today(), publicUrl: config.publicUrl };
}

/**
 * Returns the text of the message, of one segment. It names the company where the user acts for several. If the portal's address is known, the last line binds the code to it: a
 * phone then fills in the code, on that site only (Origin-bound one-time codes, wicg.github.io/sms-one-time-codes). What does
 * not fit is left out: first the operator's name, then the warning, then that line.
 */
export function codeText(
  { operator, publicUrl }: CodeSender,
  action: string,
  digits: string,
  company: string | null = null,
): string {
  const core = `Код ${digits}: ${company === null ? clipText(action, MAX_ACTION_LENGTH) : nameCompany(action, company)}`;
  const host = publicUrl === null ? null : boundHost(new URL(publicUrl));
  const bound = host === null ? '' : `\n@${host} #${digits}`;
  const texts = [bound, ''].flatMap((line) => [
    `${core}. ${WARNING}. ${operator.name}${line}`,
    `${core}. ${WARNING}${line}`,
    `${core}${line}`,
  ]);
  return texts.find((text) => text.length <= SMS_SEGMENT) ?? core;
}

/** The shortest that a company's name is cut to. */
const SHORTEST_COMPANY = 10;

/** Adds the company, without its legal form, to an action; the end of a long action gives way to it. */
function nameCompany(action: string, title: string): string {
  const name = title.replaceAll(/[«»"]|^(ООО|АО|ПАО|ЗАО|ИП)(?=\s)/g, '').trim() || title;
  const least = Math.min(name.length, SHORTEST_COMPANY);
  const clipped = clipText(action, MAX_ACTION_LENGTH - ', '.length - least);
  return `${clipped}, ${clipText(name, MAX_ACTION_LENGTH - ', '.length - clipped.length)}`;
}

/** Cuts a text to a length, with «…» in place of what is missing. */
export function clipText(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1)).trimEnd()}…`;
}

/** The format has no scheme and no port: it means https on its standard port. */
function boundHost({ protocol, port, hostname }: URL): string | null {
  return protocol === 'https:' && port === '' ? hostname : null;
}

/** The requester of a sign-in code: which browser, and whether the phone's owner has signed in there before. */
export interface CodeAsker {
  /** The hash of the browser's token. Null means a program without cookies. */
  askedBy: Buffer | null;
  byKnownDevice: boolean;
}
