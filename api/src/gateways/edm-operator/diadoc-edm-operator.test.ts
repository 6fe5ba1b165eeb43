import { afterEach, describe, expect, test } from 'vitest';
import { manualClock } from '../../lib/clock.ts';
import {
  serveWire,
  type WireReply,
  type WireRequest,
  type WireServer,
} from '../../testing/wires/serve-wire.ts';
import { encodeWindows1251 } from '../../lib/tables/windows-1251.ts';
import { diadocEdmOperator, type DiadocOptions } from './diadoc-edm-operator.ts';
import { EdmUnavailable, type TokenStore } from './edm-operator.ts';

let server: WireServer | undefined;
afterEach(async () => server?.stop());

const TOKEN = { access_token: 'access-1', expires_in: 3600, refresh_token: 'refresh-2' };
const COMPANY = { inn: '5047123455', kpp: '504701001', title: 'ООО «Перевозчик»', message: 'Приглашаем' };

const DOCUMENT = {
  boxId: 'their-box',
  operationId: '0f0e0d0c-0000-4000-8000-000000000001',
  name: 'ON_1.xml',
  number: '1',
  dateIso: '2026-09-30',
};

/** Replaces the database that stores tokens across restarts. */
function keeper(first: string | null = null): TokenStore & { kept: string[] } {
  const stored: string[] = first === null ? [] : [first];
  return {
    kept: stored,
    read: async () => stored.at(-1) ?? null,
    keep: async (token) => void stored.push(token),
  };
}

/** Starts Diadoc and its identity server in one. `answer` defines the replies of the API. */
async function fakeDiadocServer(
  answer: (request: WireRequest) => WireReply,
  timeLimitMs = 10_000,
  manner: Partial<DiadocOptions> = {},
) {
  let grants = 0;
  server = await serveWire((request) => {
    if (!request.path.startsWith('/connect/token')) return answer(request);
    grants += 1;
    return { body: { ...TOKEN, access_token: `access-${grants}` } };
  });
  const clock = manualClock('2026-09-15T09:00:00Z');
  const operator = diadocEdmOperator({
    clientId: 'magistral',
    clientSecret: 'secret',
    refreshToken: 'refresh-1',
    boxId: 'our-box',
    tokens: keeper(),
    clock,
    apiUrl: server.url,
    tokenUrl: `${server.url}/connect/token`,
    timeLimitMs,
    ...manner,
  });
  return { operator, clock };
}

const requested = (path: string) => server?.requests.filter((request) => request.path.startsWith(path)) ?? [];

describe('the adapter of Diadoc', () => {
  test('Diadoc’s sign-in uses OpenID Connect, a stored token and the newer refresh token', async () => {
    const { operator, clock } = await fakeDiadocServer(() => ({ body: { CurrentStatus: 'IsInvitedByMe' } }));
    await operator.getConnection('box');
    await operator.getConnection('box');
    expect(requested('/connect/token')).toHaveLength(1);
    expect(Object.fromEntries(new URLSearchParams(requested('/connect/token')[0]?.body))).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-1',
      client_id: 'magistral',
      client_secret: 'secret',
    });
    clock.advanceSeconds(3600);
    await operator.getConnection('box');
    expect(requested('/connect/token')[1]?.body).toContain('refresh_token=refresh-2');
    const [first, , third] = requested('/V3/GetCounteragent');
    expect(first?.headers.authorization).toBe('Bearer access-1');
    expect(first?.headers.accept).toBe('application/json; charset=utf-8');
    expect(third?.headers.authorization).toBe('Bearer access-2');
  });

  test('a token that is no longer accepted is renewed once, and the call repeated', async () => {
    const { operator } = await fakeDiadocServer((request) =>
      request.headers.authorization === 'Bearer access-1'
        ? { status: 401, body: '' }
        : { body: { CurrentStatus: 1 } },
    );
    expect(await operator.getConnection('box')).toBe('accepted');
  });

  test('Diadoc invites by INN from our box, with a message of at most 2000 characters', async () => {
    const { operator } = await fakeDiadocServer(() => ({ body: { TaskId: 'task-1' } }));
    expect(await operator.invite({ ...COMPANY, message: 'я'.repeat(3000) })).toEqual({
      kind: 'started',
      taskId: 'task-1',
    });
    const [request] = requested('/V3/AcquireCounteragent');
    expect([request?.method, request?.path]).toEqual(['POST', '/V3/AcquireCounteragent?myBoxId=our-box']);
    const body = JSON.parse(request?.body ?? '{}');
    expect(body.Inn).toBe('5047123455');
    expect(body.MessageToCounteragent).toHaveLength(2000);
  });

  test.each<[number, string]>([
    [409, 'roaming-required'],
    [402, 'failed'],
    [400, 'failed'],
    [404, 'failed'],
  ])('an invitation refused with %i ends as %s', async (status, kind) => {
    const { operator } = await fakeDiadocServer(() => ({ status, body: 'нет' }));
    expect((await operator.invite(COMPANY)).kind).toBe(kind);
  });

  test('polling waits as Retry-After says on 204, then returns the box or a failure', async () => {
    const replies: WireReply[] = [
      { status: 204, headers: { 'retry-after': '7' }, body: '' },
      { status: 204, body: '' },
      { body: { BoxId: 'their-box', InvitationDocumentId: null } },
      { status: 409, body: 'не получилось' },
    ];
    const { operator } = await fakeDiadocServer(() => replies.shift() as WireReply);
    expect(await operator.inviteResult('task 1')).toEqual({ kind: 'pending', retryAfterSeconds: 7 });
    expect(await operator.inviteResult('task 1')).toEqual({ kind: 'pending', retryAfterSeconds: 10 });
    expect(await operator.inviteResult('task 1')).toEqual({ kind: 'invited', boxId: 'their-box' });
    expect((await operator.inviteResult('task 1')).kind).toBe('failed');
    expect(requested('/V2/AcquireCounteragentResult')[0]?.path).toBe(
      '/V2/AcquireCounteragentResult?taskId=task%201',
    );
  });

  test.each([
    ['IsMyCounteragent', 'accepted'],
    [1, 'accepted'],
    ['IsInvitedByMe', 'invited'],
    ['NotInCounteragentList', 'invited'],
    ['RejectsMe', 'rejected'],
    [6, 'rejected'],
  ])('the status %s is %s to us', async (CurrentStatus, connection) => {
    const { operator } = await fakeDiadocServer(() => ({ body: { CurrentStatus } }));
    expect(await operator.getConnection('their-box')).toBe(connection);
    expect(requested('/V3/GetCounteragent')[0]?.path).toBe(
      '/V3/GetCounteragent?myBoxId=our-box&counteragentBoxId=their-box',
    );
  });

  test('a document goes out under its operation id, as a draft for the operator to sign', async () => {
    const { operator } = await fakeDiadocServer(() => ({ body: { MessageId: 'message-1' } }));
    const sent = await operator.send({
      boxId: 'their-box',
      operationId: '0f0e0d0c-0000-4000-8000-000000000001',
      name: 'УПД.pdf',
      number: '202609-1-2',
      dateIso: '2026-09-30',
      bytes: Buffer.from('%PDF-1.7'),
      formalised: null,
    });
    expect(sent).toEqual({ kind: 'sent', messageId: 'message-1' });
    const [request] = requested('/V3/PostMessage');
    expect(request?.path).toBe('/V3/PostMessage?operationId=0f0e0d0c-0000-4000-8000-000000000001');
    expect(JSON.parse(request?.body ?? '{}')).toEqual({
      FromBoxId: 'our-box',
      ToBoxId: 'their-box',
      IsDraft: true,
      DocumentAttachments: [
        {
          TypeNamedId: 'Nonformalized',
          SignedContent: { Content: Buffer.from('%PDF-1.7').toString('base64') },
          NeedRecipientSignature: true,
          Metadata: [
            { Key: 'FileName', Value: 'УПД.pdf' },
            { Key: 'DocumentNumber', Value: '202609-1-2' },
            { Key: 'DocumentDate', Value: '30.09.2026' },
          ],
        },
      ],
    });
  });

  test.each([
    ['upd', '="СЧФДОП"', 'UniversalTransferDocument', 'СЧФДОП', 'utd970_05_03_01'],
    ['upd', '="ДОП"', 'UniversalTransferDocument', 'ДОП', 'utd970_05_03_01'],
    ['ukd', '', 'UniversalCorrectionDocument', 'КСЧФДИС', 'ucd736_05_01_02'],
    ['reconciliation', '', 'ReconciliationAct', 'default', 'reconciliationact420_05_01_01'],
  ] as const)(
    'a title of %s %s goes as what it is, with the power of attorney',
    async (kind, input, ...type) => {
      const { operator } = await fakeDiadocServer(() => ({ body: { MessageId: 'message-1' } }), undefined, {
        powerOfAttorney: { number: '0f0e0d0c-0000-4000-8000-000000000009', issuerInn: '7712345671' },
        reconciliationOrder: '420',
      });
      const bytes = encodeWindows1251(`<Документ Функция${input}/>`);
      await operator.send({ ...DOCUMENT, bytes, formalised: kind });
      const [attachment] = JSON.parse(requested('/V3/PostMessage')[0]?.body ?? '{}').DocumentAttachments;
      expect([attachment.TypeNamedId, attachment.Function, attachment.Version]).toEqual(type);
      expect(attachment.SignedContent).toEqual({
        Content: bytes.toString('base64'),
        PowerOfAttorney: {
          FullId: { RegistrationNumber: '0f0e0d0c-0000-4000-8000-000000000009', IssuerInn: '7712345671' },
          UseDefault: false,
        },
      });
      expect(attachment.Metadata).toBeUndefined();
    },
  );

  test('an operator with too much to do says when to come back', async () => {
    const { operator } = await fakeDiadocServer(() => ({
      status: 429,
      headers: { 'retry-after': '17' },
      body: '',
    }));
    const failure = await operator.readProgress('m').catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'EdmUnavailable', retryAfterSeconds: 17 });
  });

  test('the buyer’s title is read out of the message', async () => {
    const { operator } = await fakeDiadocServer(() => ({
      body: {
        MessageId: 'm',
        Entities: [
          { DocumentInfo: { RecipientResponseStatus: 'WithRecipientPartiallySignature' } },
          { AttachmentType: 'RecipientTitle', Content: { Data: Buffer.from('<Файл/>').toString('base64') } },
        ],
      },
    }));
    expect(String((await operator.readProgress('m')).answer)).toBe('<Файл/>');
  });

  test('news come in pages by a cursor, which begins now and stays where nothing is new', async () => {
    const page = Array.from({ length: 100 }, (_, index) => ({
      IndexKey: `key-${index}`,
      ...(index % 2 ? { Patch: { MessageId: 'm-odd' } } : { Message: { MessageId: 'm-even' } }),
    }));
    const pages = [page, page.slice(98)];
    const { operator } = await fakeDiadocServer(() => ({ body: { Events: pages.shift() ?? [] } }));
    const first = await operator.changesSince(null);
    expect([first.messageIds.slice(0, 2), first.cursor, first.more]).toEqual([
      ['m-even', 'm-odd'],
      'key-99',
      true,
    ]);
    expect(await operator.changesSince(first.cursor)).toMatchObject({ cursor: 'key-99', more: false });
    expect(await operator.changesSince('key-99')).toEqual({ messageIds: [], cursor: 'key-99', more: false });
    const quiet = await operator.changesSince(null);
    expect(await operator.changesSince(quiet.cursor)).toEqual(quiet);
    const [firstPath, next] = requested('/V8/GetNewEvents').map(({ path }) => path);
    expect(firstPath).toContain('boxId=our-box&timestampFromTicks=639250596000000000');
    expect(next).toContain('afterIndexKey=key-99');
  });

  test.each([
    [400, 'failed'],
    [402, 'not-now'],
    [403, 'not-now'],
    [404, 'not-now'],
    [409, 'not-now'],
  ])('a document refused with %i is not sent for ever: %s', async (status, kind) => {
    const { operator } = await fakeDiadocServer(() => ({ status, body: 'нет' }));
    const document = { boxId: 'b', operationId: 'o', name: 'n', number: '1', dateIso: '2026-09-30' };
    const sent = await operator.send({ ...document, bytes: Buffer.from('%PDF'), formalised: null });
    expect(sent).toEqual({ kind, reason: expect.stringMatching(/[А-Яа-я]{3}/) });
  });

  const message = (info: object) => ({ MessageId: 'm', Entities: [{}, { DocumentInfo: info }] });
  test.each<[string, object, object]>([
    ['a draft', { MessageId: 'm', IsDraft: true }, { state: 'sent' }],
    [
      'a draft thrown away',
      { MessageId: 'm', IsDraft: true, DraftIsRecycled: true },
      { state: 'failed', gone: true },
    ],
    ['deleted', { MessageId: 'm', IsDeleted: true }, { state: 'failed', gone: true }],
    ['on its way', message({ RecipientResponseStatus: 'WaitingForRecipientSignature' }), { state: 'sent' }],
    ['delivered', message({ DeliveryTimestampTicks: 638_900_000_000_000_000 }), { state: 'delivered' }],
    ['signed', message({ RecipientResponseStatus: 'WithRecipientSignature' }), { state: 'signed' }],
    [
      'signed with disagreements',
      message({ RecipientResponseStatus: 'WithRecipientPartiallySignature' }),
      { state: 'disagreed', reason: 'Клиент подписал с разногласиями' },
    ],
    [
      'refused',
      message({ RecipientResponseStatus: 'RecipientSignatureRequestRejected' }),
      { state: 'refused' },
    ],
    ['badly signed', message({ RecipientResponseStatus: 'InvalidRecipientSignature' }), { state: 'failed' }],
    [
      'stuck in roaming',
      message({
        RoamingNotificationStatus: 'RoamingNotificationStatusError',
        RoamingNotificationStatusDescription: 'ящик закрыт',
      }),
      { state: 'failed', reason: 'Не доставлен в роуминг: ящик закрыт', gone: true },
    ],
    ['to be annulled', message({ RevocationStatus: 'RequestsMyRevocation' }), { state: 'cancelling' }],
    ['annulled', message({ RevocationStatus: 'RevocationAccepted' }), { state: 'cancelled' }],
  ])('a message that is %s is so to us', async (_name, body, progress) => {
    const { operator } = await fakeDiadocServer(() => ({ body }));
    expect(await operator.readProgress('m')).toMatchObject({ messageId: 'm', ...progress });
    expect(requested('/V5/GetMessage')[0]?.path).toBe('/V5/GetMessage?boxId=our-box&messageId=m');
  });

  test('a draft that a user sent is followed as its message; a deleted one has failed', async () => {
    const { operator } = await fakeDiadocServer(({ path }) =>
      path.endsWith('messageId=draft')
        ? {
            body: {
              MessageId: 'draft',
              IsDraft: true,
              DraftIsRecycled: true,
              DraftIsTransformedToMessageIdList: ['letter'],
            },
          }
        : path.endsWith('messageId=letter')
          ? {
              body: {
                MessageId: 'letter',
                Entities: [{ DocumentInfo: { RecipientResponseStatus: 'WithRecipientSignature' } }],
              },
            }
          : { status: 404, body: '' },
    );
    expect(await operator.readProgress('draft')).toEqual({ state: 'signed', messageId: 'letter' });
    expect(await operator.readProgress('nothing')).toMatchObject({ state: 'failed', gone: true });
  });

  test.each<[string, WireReply]>([
    ['is silent', 'silence'],
    ['breaks off', 'break'],
    ['has an error of its own', { status: 500, body: 'oops' }],
    ['says something else', { body: { Hello: 1 } }],
  ])(
    'an operator that %s is one to ask again, and its words stay out of the message',
    async (_name, reply) => {
      const { operator } = await fakeDiadocServer(() => reply, reply === 'silence' ? 300 : undefined);
      const failure = await operator.invite(COMPANY).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(EdmUnavailable);
      expect(String(failure)).not.toMatch(/access-|refresh-|secret|oops|5047123455/);
    },
  );
});

describe('the refresh token, which can be used only once', () => {
  /** An identity server that accepts each token once and issues the next. */
  async function strictDiadoc(tokens: TokenStore, newest = 1) {
    let expected = newest;
    server = await serveWire((request) => {
      if (!request.path.startsWith('/connect/token')) return { body: { CurrentStatus: 1 } };
      if (!request.body.includes(`refresh_token=refresh-${expected}&`))
        return { status: 400, body: 'invalid_grant' };
      expected += 1;
      return { body: { access_token: 'access', expires_in: 3600, refresh_token: `refresh-${expected}` } };
    });
    return diadocEdmOperator({
      clientId: 'magistral',
      clientSecret: 'secret',
      refreshToken: 'refresh-1',
      boxId: 'our-box',
      tokens,
      clock: manualClock('2026-09-15T09:00:00Z'),
      apiUrl: server.url,
      tokenUrl: `${server.url}/connect/token`,
    });
  }

  test('the refresh token is stored when it changes, and a restart uses the newest', async () => {
    const tokens = keeper();
    const before = await strictDiadoc(tokens);
    expect(await before.getConnection('box')).toBe('accepted');
    expect(tokens.kept).toEqual(['refresh-2']);
    await server?.stop();
    const after = await strictDiadoc(tokens, 2);
    expect(await after.getConnection('box')).toBe('accepted');
    expect(tokens.kept).toEqual(['refresh-2', 'refresh-3']);
  });

  test('the refresh token is not spent twice by many calls at once', async () => {
    const operator = await strictDiadoc(keeper());
    await Promise.all(Array.from({ length: 8 }, () => operator.getConnection('box')));
    expect(requested('/connect/token')).toHaveLength(1);
  });

  test('a new token survives a database failure at the moment when it is issued', async () => {
    const tokens = keeper();
    const { keep: store } = tokens;
    tokens.keep = async () => {
      tokens.keep = store;
      throw new Error('the database is gone');
    };
    const operator = await strictDiadoc(tokens);
    await expect(operator.getConnection('box')).rejects.toThrow('the database is gone');
    expect(await operator.getConnection('box')).toBe('accepted');
    expect(tokens.kept).toEqual(['refresh-2']);
  });

  test('a refresh token that another process renewed meanwhile is read again', async () => {
    const tokens = keeper('refresh-4');
    const reads = ['refresh-4', 'refresh-5'];
    tokens.read = async () => reads.shift() ?? null;
    const operator = await strictDiadoc(tokens, 5);
    expect(await operator.getConnection('box')).toBe('accepted');
  });
});
