import { SHOWN_COMPANY_HEADER } from '#contract/companies/shown-company.ts';
import { PROFILE_HEADERS, readProfile } from '#contract/identity/auth.ts';

/** The key sent with profile calls; the operator can change it here and on the server. */
const PUBLIC_API_KEY = 'magistral-web';

/** Reads that the page of the cabinet started before the application's code had come (src/first-figures.ts). */
interface EarlyReads {
  /** The access token that they were made with. */
  token: string;
  /** The company that they named. */
  companyId: number | null;
  /** Milliseconds since the page was opened. */
  startedAt: number;
  /** Responses by the path of the call. */
  answers: Map<string, Promise<Response>>;
}

declare global {
  interface Window {
    earlyReads?: EarlyReads;
  }
}

/** An answer that waited longer for the code is read again. */
const MAX_AGE_MS = 60_000;

/**
 * Starts reads before there is a client, with one access token and in one company. The code that takes an answer over receives
 * its failure.
 */
export function beginEarlyReads(
  token: string,
  companyId: number | null,
): (call: { name: string; path: string }) => Promise<Response> {
  const answers: EarlyReads['answers'] = new Map();
  window.earlyReads = { token, companyId, startedAt: performance.now(), answers };
  return ({ name, path }) => {
    const headers = { ...getHeaders(name, token), ...nameCompany(companyId) };
    const answer = fetch(path, { headers, credentials: 'same-origin' }).then(readWholeReply);
    answer.catch(() => {});
    answers.set(path, answer);
    return answer;
  };
}

/** A body that is not read occupies its connection, and the code that takes the answer over may come late. */
async function readWholeReply(reply: Response): Promise<Response> {
  return new Response(await reply.text(), { status: reply.status, headers: reply.headers });
}

/**
 * Returns, once, the answer that is already in progress, or undefined if the call has to be made. Any write invalidates
 * the answers that have not been taken yet.
 */
export function takeEarlyRead(
  method: string,
  path: string,
  token?: string,
  companyId: number | null = null,
): Promise<Response> | undefined {
  if (method !== 'GET') delete window.earlyReads;
  const early = window.earlyReads;
  if (!early || early.token !== token || early.companyId !== companyId) return undefined;
  const answer = early.answers.get(path);
  early.answers.delete(path);
  return performance.now() - early.startedAt < MAX_AGE_MS ? answer : undefined;
}

/** Header that names the company for which a call acts, whichever one the session has entered. */
export function nameCompany(id: number | null): Record<string, string> {
  return id === null ? {} : { [SHOWN_COMPANY_HEADER]: String(id) };
}

/** Headers of each call: its session, and for the profile call its key and version. */
export function getHeaders(callName: string, token?: string): Record<string, string> {
  return {
    ...(token ? { 'x-auth-token': token } : {}),
    ...(callName === readProfile.name
      ? { [PROFILE_HEADERS.apiKey]: PUBLIC_API_KEY, [PROFILE_HEADERS.apiVersion]: PROFILE_HEADERS.version }
      : {}),
  };
}
