import type { EmbeddedEdmAnswer } from '#contract/papers/edm-development.ts';
import type { Db } from '../../../db/database.ts';
import type { Clock } from '../../../lib/clock.ts';
import { newToken } from '../../../lib/secrets.ts';
import {
  ANSWER_SECONDS,
  boxOutcome,
  buyersTitle,
  isInRoaming,
  getParticipantId,
  getStanding,
  TASK_SECONDS,
  type EmbeddedDocument,
  type DocumentProgress,
} from './embedded-document.ts';
import {
  findBox,
  findWritten,
  hasTokens,
  isTokenValid,
  storeBox,
  storeToken,
  listEvents,
  spendToken,
  writeDocument,
} from './embedded-edm-store.ts';
import type { EmbeddedReply, EmbeddedRequest } from './serve-embedded.ts';

/** The token that a new demonstration begins with. */
export const FIRST_TOKEN = 'embedded-refresh';
const ACCESS_SECONDS = 3600;
const YEAR_SECONDS = 366 * 24 * 3600;
const TICKS_AT_1970 = 621_355_968_000_000_000n;

const empty = (status: number, headers: Record<string, string> = {}): EmbeddedReply => ({
  status,
  headers,
  body: '',
});
const found = (body: unknown): EmbeddedReply => ({ body });

/** A box is a GUID; this one has the company's INN at its end. */
const getBoxId = (inn: string): string => `5b0ce5d1-0000-4000-8000-${inn.padStart(12, '0')}`;
const getInn = (boxId: string): string => {
  const tail = boxId.slice(-12);
  return tail.startsWith('00') ? tail.slice(2) : tail;
};
const getSentMessageId = (id: string): string => `${id}-sent`;

/**
 * Simulates Diadoc's API and stores its state (docs/facts.md 5): a token for one use, an invitation that runs as a task (204 until it is done), a
 * draft that becomes another message, news by a key, the buyer's title, refusal and annulment as entities of the message.
 */
export function embeddedDiadocApi(
  db: Db,
  clock: Clock,
): (request: EmbeddedRequest) => Promise<EmbeddedReply> {
  const later = (seconds: number): Date => new Date(clock.now().getTime() + seconds * 1000);
  const secondsSince = (at: Date): number => (clock.now().getTime() - at.getTime()) / 1000;

  async function grant(body: string): Promise<EmbeddedReply> {
    const refresh = new URLSearchParams(body).get('refresh_token') ?? '';
    const first = refresh === FIRST_TOKEN && !(await hasTokens(db));
    if (!first && !(await spendToken(db, refresh))) return { status: 400, body: { error: 'invalid_grant' } };
    const [access, next] = [newToken(), newToken()];
    await storeToken(db, {
      token: access,
      kind: 'access',
      goodUntil: later(ACCESS_SECONDS),
      now: clock.now(),
    });
    await storeToken(db, { token: next, kind: 'refresh', goodUntil: later(YEAR_SECONDS), now: clock.now() });
    return found({ access_token: access, expires_in: ACCESS_SECONDS, refresh_token: next });
  }

  async function invite(body: { Inn?: string }): Promise<EmbeddedReply> {
    const inn = body.Inn ?? '';
    if (!/^\d{10}(\d{2})?$/.test(inn)) return empty(400);
    if (boxOutcome(inn) === 'roaming-required') return empty(409);
    await storeBox(db, { inn, invitedAt: clock.now() });
    return found({ TaskId: getBoxId(inn) });
  }

  async function inviteResult(taskId: string): Promise<EmbeddedReply> {
    const box = await findBox(db, getInn(taskId));
    if (!box) return empty(404);
    const left = TASK_SECONDS - secondsSince(box.invitedAt);
    if (left > 0) return empty(204, { 'retry-after': String(Math.ceil(left)) });
    if (boxOutcome(box.inn) === 'failed') return empty(409);
    return found({ BoxId: getBoxId(box.inn) });
  }

  async function counteragent(boxId: string): Promise<EmbeddedReply> {
    const box = await findBox(db, getInn(boxId));
    if (!box) return found({ CurrentStatus: 'NotInCounteragentList' });
    const Organization = { FnsParticipantId: getParticipantId(box.inn, '2BM') };
    if (secondsSince(box.invitedAt) < TASK_SECONDS + ANSWER_SECONDS)
      return found({ CurrentStatus: 'IsInvitedByMe', Organization });
    const CurrentStatus = boxOutcome(box.inn) === 'rejected' ? 'RejectsMe' : 'IsMyCounteragent';
    return found({ CurrentStatus, Organization });
  }

  async function take(operationId: string, body: Posted): Promise<EmbeddedReply> {
    const [document] = body.DocumentAttachments ?? [];
    const inn = getInn(body.ToBoxId ?? '');
    // A message that is no draft needs a signature, and there is no key here.
    if (!document || !body.IsDraft || operationId === '') return empty(400);
    if (!(await findBox(db, inn))) return empty(404);
    const metadata = new Map(document.Metadata?.map(({ Key, Value }) => [Key, Value]));
    await writeDocument(db, {
      id: operationId,
      inn,
      kind: document.TypeNamedId,
      name: metadata.get('FileName') ?? document.TypeNamedId,
      content: Buffer.from(document.SignedContent.Content, 'base64'),
      writtenAt: clock.now(),
    });
    return found({ MessageId: operationId });
  }

  async function message(args: string): Promise<EmbeddedReply> {
    const id = args.replace(/-sent$/, '');
    const document = await findWritten(db, id);
    if (!document) return empty(404);
    const standing = getStanding(document, clock.now());
    if (args === id) {
      const sentAs = standing.stage === 'draft' ? [] : [getSentMessageId(id)];
      return found({ MessageId: id, IsDraft: true, DraftIsTransformedToMessageIdList: sentAs });
    }
    if (standing.stage === 'draft') return empty(404);
    return found({ MessageId: args, Entities: toEntities(document, standing) });
  }

  async function news(query: URLSearchParams): Promise<EmbeddedReply> {
    const key = query.get('afterIndexKey');
    const ticks = BigInt(query.get('timestampFromTicks') ?? '0');
    const [, at = '0', id = '0'] = /^(\d+)-(\d+)$/.exec(key ?? '') ?? [];
    const since = key === null ? fromTicks(ticks) : new Date(Number(at));
    const events = await listEvents(db, {
      at: since,
      id: key === null ? 0 : Number(id) + 1,
      now: clock.now(),
      max: Math.min(100, Number(query.get('limit') ?? 100)),
    });
    return found({
      Events: events.map((event) => ({
        IndexKey: `${event.at.getTime()}-${event.id}`,
        Patch: { MessageId: getSentMessageId(event.documentId) },
      })),
    });
  }

  return async ({ method, url, headers, body }) => {
    if (url.pathname === '/connect/token') return grant(body);
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    if (!(await isTokenValid(db, { token, kind: 'access', now: clock.now() }))) return empty(401);
    const requested = (name: string): string => url.searchParams.get(name) ?? '';
    switch (`${method} ${url.pathname}`) {
      case 'POST /V3/AcquireCounteragent':
        return invite(JSON.parse(body));
      case 'GET /V2/AcquireCounteragentResult':
        return inviteResult(requested('taskId'));
      case 'GET /V3/GetCounteragent':
        return counteragent(requested('counteragentBoxId'));
      case 'POST /V3/PostMessage':
        return take(requested('operationId'), JSON.parse(body));
      case 'GET /V5/GetMessage':
        return message(requested('messageId'));
      case 'GET /V8/GetNewEvents':
        return news(url.searchParams);
    }
    return empty(404);
  };
}

interface Posted {
  ToBoxId?: string;
  IsDraft?: boolean;
  DocumentAttachments?: {
    TypeNamedId: string;
    SignedContent: { Content: string };
    Metadata?: { Key: string; Value: string }[];
  }[];
}

const RESPONSES: Record<EmbeddedEdmAnswer, string> = {
  signed: 'WithRecipientSignature',
  disagreed: 'WithRecipientPartiallySignature',
  refused: 'RecipientSignatureRequestRejected',
};

const REVOCATIONS = {
  ours: 'RevocationIsRequestedByMe',
  theirs: 'RequestsMyRevocation',
  accepted: 'RevocationAccepted',
  rejected: 'RevocationRejected',
};

function toEntities(document: EmbeddedDocument, standing: DocumentProgress): object[] {
  const { answer, annulment, undelivered, stage, text } = standing;
  const arrived = stage === 'delivered' && undelivered === null;
  const taken = arrived && isInRoaming(document.inn);
  const DocumentInfo = {
    RecipientResponseStatus: answer === null ? 'WaitingForRecipientSignature' : RESPONSES[answer],
    RevocationStatus: annulment === null ? 'RevocationStatusNone' : REVOCATIONS[annulment],
    RoamingNotificationStatus:
      undelivered === null
        ? `RoamingNotificationStatus${taken ? 'Success' : 'None'}`
        : 'RoamingNotificationStatusError',
    RoamingNotificationStatusDescription: undelivered,
    DeliveryTimestampTicks: arrived ? String(toTicks(document.writtenAt)) : null,
  };
  const entity = (AttachmentType: string, data: Buffer): object => ({
    AttachmentType,
    Content: { Data: data.toString('base64') },
  });
  return [
    { AttachmentType: document.kind, DocumentInfo },
    ...(answer === 'disagreed' ? [entity('RecipientTitle', buyersTitle(document, text))] : []),
    ...(answer === 'refused' ? [entity('XmlSignatureRejection', rejection(document, text))] : []),
  ];
}

/** Builds «Уведомление об уточнении», by which a signature is refused, with the refusing person's text. */
function rejection({ id }: EmbeddedDocument, text: string): Buffer {
  const escaped = text.replace(/[<>&"']/g, ' ');
  return Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?><Файл ИдФайл="DP_UVUTOCH_${id}" ВерсФорм="1.03"><Документ КНД="1115113">` +
      `<СвУведУточ><ТекстУведУточ>${escaped}</ТекстУведУточ></СвУведУточ></Документ></Файл>`,
  );
}

const toTicks = (at: Date): bigint => BigInt(at.getTime()) * 10_000n + TICKS_AT_1970;
const fromTicks = (ticks: bigint): Date => new Date(Number((ticks - TICKS_AT_1970) / 10_000n));
